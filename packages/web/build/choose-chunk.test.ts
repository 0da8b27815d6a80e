import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createChunkChoice } from './choose-chunk.ts'

const source = join(import.meta.dirname, '..', 'src')
const at = (path: string) => join(source, path)

test('[UIB1] the app is one file, the session page another, and what it shares with other pages a third', () => {
  const imports: Record<string, { now?: string[]; later?: string[] }> = {
    'main.ts': { now: ['ahead.ts'], later: ['start-app.tsx', 'pages/session/session-page.tsx'] },
    'start-app.tsx': { now: ['react.js', 'ahead.ts'], later: ['settings.tsx', 'gallery/gallery.tsx'] },
    'pages/session/session-page.tsx': { now: ['react.js', 'chip.tsx', 'timeline.tsx'] },
    'settings.tsx': { now: ['chip.tsx', 'form.tsx'] },
    // It shows everything, and nobody waits for it.
    'gallery/gallery.tsx': { now: ['timeline.tsx'] },
  }
  const modules = {
    getModuleInfo(id: string) {
      const { now = [], later = [] } = imports[id.slice(source.length + 1)] ?? {}
      return { importedIds: now.map(at), dynamicallyImportedIds: later.map(at) }
    },
  }
  const choose = createChunkChoice()
  const chosen = (path: string) => choose(at(path), modules)
  assert.deepEqual(['main.ts', 'ahead.ts', 'react.js', 'timeline.tsx', 'chip.tsx', 'form.tsx'].map(chosen), [
    null,
    'first',
    'app',
    'session',
    'common',
    null,
  ])
})
