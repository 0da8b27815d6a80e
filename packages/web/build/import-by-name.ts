// A package whose one entry names everything it has: whoever imports a button from it would reach its calendars too, and
// what only the settings use would come with the session. In the build, what our own modules take from it by name is
// taken from where the entry has it, so that the choice of files sees who really uses what.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseAst, type Plugin } from 'vite'

const packages = ['react-aria-components', 'lucide-react']

interface Place {
  module: string
  /** What it is called there. */
  name: string
}

/** Where each name of an entry comes from. */
export type Entry = ReadonlyMap<string, Place>

export function importByName(): Plugin {
  const entries = new Map<string, Entry>()
  return {
    name: 'heddle:import-by-name',
    apply: 'build',
    async buildStart() {
      for (const name of packages) {
        const found = await this.resolve(name)
        if (!found) throw new Error(`${name} is not installed`)
        entries.set(name, readEntry(readFileSync(found.id, 'utf8'), dirname(found.id)))
      }
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: new RegExp(packages.join('|')) },
      handler: (code) => ({ code: rewriteImports(code, entries), map: null }),
    },
  }
}

export function readEntry(code: string, folder: string): Entry {
  const resolve = (module: string) => (module.startsWith('.') ? join(folder, module) : module)
  const imported = new Map<string, Place>()
  const entry = new Map<string, Place>()
  for (const statement of parseAst(code).body) {
    if (statement.type === 'ImportDeclaration') {
      for (const one of namesIn(statement))
        imported.set(one.local, { module: resolve(statement.source.value), name: one.name })
    }
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported } of statement.specifiers) {
      const name = nameOf(local)
      const place = statement.source ? { module: resolve(statement.source.value), name } : imported.get(name)
      if (place) entry.set(nameOf(exported), place)
    }
  }
  return entry
}

export function rewriteImports(code: string, entries: ReadonlyMap<string, Entry>): string {
  let rewritten = code
  // From the last to the first, so that what stands before keeps its place.
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type !== 'ImportDeclaration') continue
    const entry = entries.get(statement.source.value)
    if (!entry) continue
    const lines = namesIn(statement).map(({ name, local }) => {
      const place = entry.get(name)
      if (!place) throw new Error(`${statement.source.value} has no ${name}`)
      return `import { ${place.name} as ${local} } from ${JSON.stringify(place.module)};`
    })
    if (lines.length < statement.specifiers.length)
      throw new Error(`${statement.source.value} is imported as a whole; name what is used`)
    rewritten = `${rewritten.slice(0, statement.start)}${lines.join(' ')}${rewritten.slice(statement.end)}`
  }
  return rewritten
}

function namesIn(statement: ESTree.ImportDeclaration): { name: string; local: string }[] {
  return statement.specifiers.flatMap((one) =>
    one.type === 'ImportSpecifier' ? [{ name: nameOf(one.imported), local: one.local.name }] : [],
  )
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}
