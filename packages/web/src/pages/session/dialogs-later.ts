// The dialogs of a session, what stands in some of them, what waits for its turn, and what opens while one writes: fetched
// when the page rests.

import { loadLater } from '../../components/load-later.tsx'

export const peopleDialog = loadLater(async () => (await import('./people-dialog.tsx')).PeopleDialog)
export const queueStack = loadLater(async () => (await import('./queue-stack.tsx')).QueueStack)
export const editQueued = loadLater(async () => (await import('./edit-queued.tsx')).EditQueued)
export const suggestionList = loadLater(
  async () => (await import('./composer/suggestion-list.tsx')).SuggestionList,
)
export const attachmentTray = loadLater(
  async () => (await import('./composer/attachment-tray.tsx')).AttachmentTray,
)
export const dropZone = loadLater(async () => (await import('./composer/drop-zone.tsx')).DropZone)
export const renameDialog = loadLater(async () => (await import('./rename-dialog.tsx')).RenameDialog)
export const redactDialog = loadLater(async () => (await import('./timeline/redact-dialog.tsx')).RedactDialog)
export const resendDialog = loadLater(async () => (await import('./timeline/resend-dialog.tsx')).ResendDialog)
export const budgetList = loadLater(async () => (await import('./budgets/budget-list.tsx')).BudgetList)
export const raiseDialog = loadLater(async () => (await import('./budgets/raise-dialog.tsx')).RaiseDialog)
