// The dialogs of a session, and what stands in some of them: fetched when the page rests.

import { loadLater } from '../../components/load-later.tsx'

export const peopleDialog = loadLater(async () => (await import('./people-dialog.tsx')).PeopleDialog)
export const renameDialog = loadLater(async () => (await import('./rename-dialog.tsx')).RenameDialog)
export const redactDialog = loadLater(async () => (await import('./timeline/redact-dialog.tsx')).RedactDialog)
export const resendDialog = loadLater(async () => (await import('./timeline/resend-dialog.tsx')).ResendDialog)
export const budgetList = loadLater(async () => (await import('./budgets/budget-list.tsx')).BudgetList)
export const raiseDialog = loadLater(async () => (await import('./budgets/raise-dialog.tsx')).RaiseDialog)
