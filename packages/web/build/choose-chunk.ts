// Which file of the build a module goes to. What the app needs before any page is one file, the session page another,
// and what the session page shares with other pages a third: many small files each cost a request, and a page waits for
// the last of them. Everything else is left to the bundler.

import { join } from 'node:path'

/** What the bundler knows of a module. */
interface Module {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

export interface Modules {
  getModuleInfo(id: string): Module | null
}

const source = join(import.meta.dirname, '..', 'src')
const first = join(source, 'main.ts')
const app = join(source, 'start-app.tsx')
const sessionPages = ['session/session-page.tsx', 'sessions/session-pane.tsx'].map((page) =>
  join(source, 'pages', page),
)

export function createChunkChoice(): (id: string, modules: Modules) => string | null {
  let chosen: Map<string, string> | undefined
  return (id, modules) => {
    chosen ??= chooseChunks(modules)
    return chosen.get(id) ?? null
  }
}

function chooseChunks(modules: Modules): Map<string, string> {
  const inFirst = reachedFrom([first], modules)
  const inApp = reachedFrom([app], modules)
  const inSession = reachedFrom(sessionPages, modules)
  const others = laterPages([...inFirst, ...inApp], modules).filter((id) => !isApart(id))
  const inOthers = reachedFrom(others, modules)
  const chosen = new Map<string, string>()
  for (const id of inSession) chosen.set(id, inOthers.has(id) ? 'common' : 'session')
  for (const id of inApp) chosen.set(id, 'app')
  for (const id of inFirst) chosen.set(id, 'first')
  chosen.delete(first)
  return chosen
}

/** The gallery shows parts of every page, and nobody waits for it; who looks at a run came from a session. */
function isApart(id: string): boolean {
  return sessionPages.includes(id) || id.includes('/src/gallery/') || id.includes('/src/pages/run/')
}

/** With all that they cannot start without. */
function reachedFrom(ids: readonly string[], modules: Modules): Set<string> {
  const reached = new Set(ids)
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

function laterPages(ids: readonly string[], modules: Modules): string[] {
  return ids.flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
}
