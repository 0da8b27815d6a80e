// Reading TypeScript as a tree. The parser is the one that builds the web app; TypeScript 7 offers none to programs.

import { parseSync } from 'vite'

export type Node = Record<string, unknown> & { type: string }

/** Calls back for every node. Throws when the source does not parse: what cannot be read cannot be vouched for. */
export function visitSource(path: string, source: string, found: (node: Node) => void): void {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  visit(program, found)
}

function visit(value: unknown, found: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, found)
  } else if (isNode(value)) {
    found(value)
    for (const part of Object.values(value)) visit(part, found)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function isName(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === name
}

export function argumentOf(node: Node, index: number): unknown {
  return Array.isArray(node.arguments) ? node.arguments[index] : undefined
}

/** What a string or a template says, in pieces: a template has one more piece than it has places to fill in. */
export function textPieces(node: unknown): string[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi: unknown) => {
    const value = isNode(quasi) ? quasi.value : undefined
    return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  })
}
