import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { explainIssues } from './explain-issues.ts'

function explain(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input)
  assert.equal(result.success, false)
  return explainIssues(schema, input, result.error?.issues ?? [], 'body')
}

test('[API1] each kind of mistake has words of its own', () => {
  const schema = z.strictObject({
    text: z.string().max(3),
    count: z.int().min(2).max(5),
    list: z.array(z.string()).min(1).max(2),
    flag: z.boolean(),
    at: z.iso.datetime(),
    kind: z.literal('only'),
    inner: z.strictObject({ deep: z.string() }).nullable().optional(),
  })
  const input = {
    text: 'long',
    count: 9,
    list: [],
    flag: 'yes',
    at: 'soon',
    kind: 'onyl',
    inner: { depe: 'x' },
  }
  assert.deepEqual(explain(schema, input), [
    { field: 'text', message: 'is longer than 3 characters' },
    { field: 'count', message: 'must be at most 5' },
    { field: 'list', message: 'needs at least 1' },
    { field: 'flag', message: 'must be true or false' },
    { field: 'at', message: 'invalid ISO datetime' },
    { field: 'kind', message: 'must be "only"', nearest: 'only' },
    { field: 'inner.deep', message: 'is missing' },
    { field: 'inner.depe', message: 'is not known here', nearest: 'deep' },
  ])
})

test('[API1] [R12] a flood of mistakes is told up to a bound', () => {
  const input = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 1]))
  assert.equal(explain(z.strictObject({}), input).length, 50)
})

test('[API1] a wrong kind among several is answered with the kinds there are, and the nearest', () => {
  const schema = z.discriminatedUnion('role', [
    z.object({ role: z.literal('user') }),
    z.object({ role: z.literal('tool') }),
  ])
  assert.deepEqual(explain(schema, { role: 'usr' }), [
    { field: 'role', message: 'must be one of "user", "tool"', nearest: 'user' },
  ])
  assert.deepEqual(explain(schema, {}), [{ field: 'role', message: 'is missing: one of "user", "tool"' }])
})
