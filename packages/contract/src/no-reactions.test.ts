import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { actions } from './actions.ts'
import * as words from './collaboration-words.ts'
import { logOnlyKinds, timelineKinds } from './events.ts'
import { routes } from './http/routes.ts'
import type { Route } from './http/route.ts'
import { clientFrameShape, commandOps, serverFrameShape } from './live.ts'

const reaction = /react|emoji|\blikes?\b|thumbs|upvote/i

test('[THR7] "Reactions are absent from V1 API contracts, emitted events, and UI controls": no route, field, kind, frame or right is one', () => {
  const names = [
    ...actions,
    ...timelineKinds,
    ...logOnlyKinds,
    ...Object.keys(commandOps),
    ...Object.values(words).flatMap((value) => (Array.isArray(value) ? value : [])),
    ...Object.entries(routes).flatMap(([name, route]) => [name, ...wordsOf(route)]),
    ...namesIn(clientFrameShape),
    ...namesIn(serverFrameShape),
    ...Object.values(commandOps).flatMap(namesIn),
  ]
  assert.ok(names.length > 1_000, 'it looks at something')
  assert.deepEqual(
    names.filter((name) => reaction.test(name)),
    [],
  )
  // And it would find one.
  assert.deepEqual(
    namesIn(z.object({ reply: z.array(z.object({ reactions: z.int() })) })).filter((name) =>
      reaction.test(name),
    ),
    ['reactions'],
  )
})

function wordsOf({ path, query, body, answer }: Route): string[] {
  return [path, ...[query, body, answer].flatMap((shape) => (shape === undefined ? [] : namesIn(shape)))]
}

/** Every name of a field and every word that a field may hold. */
function namesIn(shape: z.ZodType): string[] {
  const found: string[] = []
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'properties') found.push(...Object.keys(value as object))
      if ((name === 'enum' || name === 'const') && value !== null) found.push(...[value].flat().map(String))
      look(value)
    }
  }
  look(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }))
  return found
}
