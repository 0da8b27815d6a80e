// JSON from outside: valid UTF-8, and nested no deeper than anything of ours is, before the parser sees it.

import { refused } from '@heddle/contract'

export function parseJson(bytes: Uint8Array, depthMax: number): unknown {
  const text = decode(bytes)
  if (depthOf(text) > depthMax) {
    throw refused('bad_json', { message: `The request body is nested deeper than ${depthMax} levels.` })
  }
  try {
    return JSON.parse(text, refusePrototype)
  } catch (error) {
    throw refused('bad_json', { message: `The request body is not valid JSON${placeIn(error)}.` })
  }
}

// Assigned like any other field, this one would change what the object is instead of what it holds.
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new Error('a field is named __proto__')
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('bad_json', { message: 'The request body is not valid UTF-8.' })
  }
}

const quote = 34
const backslash = 92

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInText = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) isInText = !isInText
    else if (isInText) i += code === backslash ? 1 : 0
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepest
}

// The parser's own words quote the body, which may hold a password; only the place is passed on.
function placeIn(error: unknown): string {
  const match =
    error instanceof Error ? /at position (\d+)(?: \(line (\d+) column (\d+)\))?/.exec(error.message) : null
  if (!match) return ''
  return match[2] === undefined ? ` at position ${match[1]}` : ` at line ${match[2]}, column ${match[3]}`
}
