// The server describes its API from the same schemas that the page checks answers with; the page never does. What writes
// JSON Schema is left out of the build: the names stay, and calling one of them is our mistake.

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const writers = /zod\/v4\/core\/(?:to-json-schema|json-schema-processors|json-schema-generator)\.js$/
const named = /^export (?:const|function|class) (\w+)/gm
const renamed = /^export \{ \w+ as (\w+) \}/gm

export function leaveOutJsonSchema(): Plugin {
  return {
    name: 'heddle:leave-out-json-schema',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: writers },
      handler: (id) => ({ code: withoutBodies(readFileSync(id, 'utf8')), moduleSideEffects: false }),
    },
  }
}

function withoutBodies(source: string): string {
  const names = [named, renamed].flatMap((form) => Array.from(source.matchAll(form), ([, name]) => name))
  return [
    `const leftOut = () => { throw new Error('JSON Schema is not written in the browser') }`,
    // Some are asked for a method before anyone wants to call it.
    `const leftOutMethod = () => leftOut`,
    ...names.map(
      (name) => `export const ${name} = ${name?.startsWith('create') ? 'leftOutMethod' : 'leftOut'}`,
    ),
  ].join('\n')
}
