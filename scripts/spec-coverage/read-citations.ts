// Which rules the tests of a file claim to prove: the ids in square brackets at the head of each test's name, as in
// "[PPL1] an invite works once" or "[PPL1] [I38] …". A test that is skipped or still to do proves nothing.

import { argumentOf, isNode, type Node, textPieces, visitSource } from '../syntax-tree.ts'
import { idPattern } from './read-rules.ts'

export interface Citation {
  id: string
  path: string
  test: string
}

export function readCitations(path: string, source: string): Citation[] {
  const found: Citation[] = []
  visitSource(path, source, (node) => {
    const test = testName(node)
    if (test !== undefined) found.push(...citedIds(test).map((id) => ({ id, path, test })))
  })
  return found
}

const head = new RegExp(`^(?:\\s*\\[${idPattern.source}(?:,\\s*${idPattern.source})*\\])+`)
const everyId = new RegExp(idPattern.source, 'g')

function citedIds(name: string): string[] {
  return [...(head.exec(name)?.[0] ?? '').matchAll(everyId)].map(([id]) => id)
}

/** The name of a test that this call declares and that will run; "…" stands for what a template fills in. */
function testName(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !declaresTest(node.callee)) return undefined
  return isPutOff(argumentOf(node, 1)) ? undefined : textPieces(argumentOf(node, 0))?.join('…')
}

const testFunctions = new Set(['test', 'it', 'describe', 'suite'])

/** test(…) and t.test(…); not test.skip(…) and test.todo(…). */
function declaresTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return testFunctions.has(String(callee.name))
  return (
    callee.type === 'MemberExpression' &&
    isNode(callee.property) &&
    testFunctions.has(String(callee.property.name))
  )
}

function isPutOff(options: unknown): boolean {
  if (!isNode(options) || options.type !== 'ObjectExpression' || !Array.isArray(options.properties))
    return false
  return options.properties.some((property: unknown) => {
    if (!isNode(property) || !isNode(property.key) || !isNode(property.value)) return false
    const putsOff = property.key.name === 'skip' || property.key.name === 'todo'
    return putsOff && property.value.type === 'Literal' && Boolean(property.value.value)
  })
}
