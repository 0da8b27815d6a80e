// The dialogs of a session, what stands in some of them, what waits for its turn, and what opens while one writes: fetched
// when the page rests.

import { loadLater } from '../../components/load-later.tsx'

export const peopleDialog = loadLater(async () => (await import('./people-dialog.tsx')).PeopleDialog)
export const queueStack = loadLater(async () => (await import('./queue-stack.tsx')).QueueStack)
export const editQueued = loadLater(async () => (await import('./edit-queued.tsx')).EditQueued)
export const suggestionList = loadLater(
  async () => (await import('./composer/suggestion-list.tsx')).SuggestionList,
)
export const argumentHelp = loadLater(async () => (await import('./composer/argument-help.tsx')).ArgumentHelp)
export const modelMenu = loadLater(async () => (await import('./composer/model-menu.tsx')).ModelMenu)
export const commandLine = loadLater(async () => (await import('./command-line.tsx')).CommandLine)
export const focusHead = loadLater(async () => (await import('./focus/focus-head.tsx')).FocusHead)
export const lostLine = loadLater(async () => (await import('./focus/lost-line.tsx')).LostLine)
export const linkedLines = loadLater(async () => (await import('./focus/linked-lines.tsx')).LinkedLines)
export const sameNames = loadLater(async () => (await import('./focus/same-names.tsx')).SameNames)
export const outsideNote = loadLater(async () => (await import('./composer/outside-note.tsx')).OutsideNote)
export const attachmentTray = loadLater(
  async () => (await import('./composer/attachment-tray.tsx')).AttachmentTray,
)
export const dropZone = loadLater(async () => (await import('./composer/drop-zone.tsx')).DropZone)
export const renameDialog = loadLater(async () => (await import('./rename-dialog.tsx')).RenameDialog)
export const redactDialog = loadLater(async () => (await import('./timeline/redact-dialog.tsx')).RedactDialog)
export const resendDialog = loadLater(async () => (await import('./timeline/resend-dialog.tsx')).ResendDialog)
export const budgetList = loadLater(async () => (await import('./budgets/budget-list.tsx')).BudgetList)
export const raiseDialog = loadLater(async () => (await import('./budgets/raise-dialog.tsx')).RaiseDialog)
