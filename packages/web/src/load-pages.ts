// Which page stands in which file, so that it can be fetched before it is drawn.

export const loadSessionPage = () => import('./pages/session/session-page.tsx')
export const loadSessionPane = () => import('./pages/sessions/session-pane.tsx')

/** While it is still asked who is there: the page that the address leads to. What fails is tried again when drawn. */
export function loadAhead(path: string): void {
  if (!/^\/sessions(\/|$)/.test(path)) return
  const pages: Promise<unknown>[] = [loadSessionPane()]
  if (path.startsWith('/sessions/')) pages.push(loadSessionPage())
  for (const page of pages) page.catch(() => {})
}
