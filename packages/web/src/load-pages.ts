// Which page stands in which file, so that it can be fetched before it is drawn.

import { pageLater } from './page-later.ts'

export const sessionPage = pageLater(
  async () => (await import('./pages/session/session-page.tsx')).SessionPage,
)
export const sessionPane = pageLater(
  async () => (await import('./pages/sessions/session-pane.tsx')).SessionPane,
)

/** While the app is still on its way: the page that the address leads to. What fails is tried again when drawn. */
export async function loadAhead(path: string): Promise<void> {
  if (!/^\/sessions(\/|$)/.test(path)) return
  // Both stand in one file; whoever sees the list opens a session next.
  await Promise.allSettled([sessionPane.load(), sessionPage.load()])
}
