// What a module named *.at-build.ts exports is worked out while the app is built: data stays data, and a schema becomes
// its outline. So the page knows what the server's answers look like without the schemas and without the validator,
// which would take a tenth of a second to start.

import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { z } from 'zod'
import { outlineOf } from './outline-of.ts'

const createdBy = new URL('../src/api/outline.ts', import.meta.url).pathname

export function workOutShapes(): Plugin {
  return {
    name: 'heddle:work-out-shapes',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\.at-build\.ts$/ },
      handler: async (id) => ({
        code: writeModule((await import(pathToFileURL(id).href)) as Record<string, unknown>),
        moduleSideEffects: false,
      }),
    },
  }
}

export function writeModule(exported: Readonly<Record<string, unknown>>): string {
  const shared = new Map<string, string>()
  const lines = Object.entries(exported).map(
    ([name, value]) => `export const ${name} = ${write(value, name, shared)}`,
  )
  const hasShapes = lines.some((line) => line.includes('createShape('))
  return [
    ...(hasShapes ? [`import { createShape } from ${JSON.stringify(createdBy)}`] : []),
    ...Array.from(shared, ([text, name]) => `const ${name} = ${text}`),
    ...lines,
  ].join('\n')
}

/** `shared`: outlines that were written already, by their text. */
function write(value: unknown, where: string, shared: Map<string, string>): string {
  if (isSchema(value)) return `/* @__PURE__ */ createShape(${writeOutline(outlineOf(value), shared)})`
  if (Array.isArray(value))
    return `[${value.map((item, i) => write(item, `${where}[${i}]`, shared)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    const written = fields.map(
      ([name, field]) => `${JSON.stringify(name)}: ${write(field, `${where}.${name}`, shared)}`,
    )
    return `{ ${written.join(', ')} }`
  }
  const text = JSON.stringify(value)
  if (text === undefined) throw new Error(`${where} is neither data nor a schema`)
  return text
}

function writeOutline(outline: unknown, shared: Map<string, string>): string {
  if (Array.isArray(outline)) return `[${outline.map((part) => writeOutline(part, shared)).join(', ')}]`
  if (typeof outline !== 'object' || outline === null) return JSON.stringify(outline)
  const parts = Object.entries(outline).map(
    ([name, part]) => `${JSON.stringify(name)}: ${writeOutline(part, shared)}`,
  )
  const text = `{ ${parts.join(', ')} }`
  if (!('fields' in outline)) return text
  const known = shared.get(text) ?? `outline${shared.size}`
  shared.set(text, known)
  return known
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}
