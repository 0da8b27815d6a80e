// Rules against tests: what is promised without proof, what is proven without promise, what is promised twice.

import type { Citation } from './read-citations.ts'
import type { Rule } from './read-rules.ts'

export function compareSpec(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  const known = new Set(rules.map((rule) => rule.id))
  const proven = new Set(citations.map((citation) => citation.id))
  return [
    ...rules
      .filter((rule, i) => rules.findIndex((other) => other.id === rule.id) < i)
      .map(({ id, path, line }) => `${path}:${line} ${id} is written twice`),
    ...rules
      .filter((rule) => !proven.has(rule.id))
      .map(({ id, path, line }) => `${path}:${line} ${id} has no test`),
    ...citations
      .filter((citation) => !known.has(citation.id))
      .map(({ id, path, test }) => `${path} "${test}" cites ${id}, which no page of docs/spec has`),
  ]
}
