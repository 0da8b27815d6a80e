import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { explainComplaints } from './explain-config-errors.ts'

const schema = z.strictObject({
  port: z.int(),
  apiKey: z.string().min(20),
  password: z.string(),
  tokens: z.strictObject({ token: z.array(z.string().min(20)) }),
  url: z.string().max(5),
  env: z.record(z.string(), z.string()),
  headers: z.record(z.string().regex(/^\S+$/, 'must be one word'), z.string()),
  money: z.number().positive(),
  name: z.string().regex(/^a/, 'must begin with a'),
  list: z.array(z.string()).min(1),
  kept: z.string().refine(() => false, 'is not for you'),
})

function messages(showsValues: boolean): Record<string, string> {
  const value = {
    port: 'many',
    apiKey: 'sk-1',
    password: 12_345_678,
    tokens: { token: ['hdt-2'] },
    url: 'https://ada:pw@h.example',
    env: { PIN: 1234 },
    headers: { 'X Y': 'sk-3' },
    money: 0,
    name: 'b',
    list: [],
    kept: 'x',
  }
  const parsed = schema.safeParse(value)
  assert(!parsed.success)
  const issues = explainComplaints(parsed.error.issues, { value, keys: [], showsValues })
  return Object.fromEntries(issues.map(({ field, message }) => [field, message]))
}

test('[I43] a mistake in the configuration shows the value, but no secret', () => {
  assert.deepEqual(messages(true), {
    port: 'must be a number, not "many"',
    apiKey: 'must have at least 20 characters, not "••••••"',
    password: 'must be text in quotes, not "••••••"',
    'tokens.token[0]': 'must have at least 20 characters, not "••••••"',
    url: 'must have at most 5 characters, not "https://ada:••••••@h.example"',
    'env.PIN': 'must be text in quotes',
    'headers.X Y': 'has a name that must be one word',
    money: 'must be more than 0, not 0',
    name: 'must begin with a, not "b"',
    list: 'may not be empty',
    kept: 'is not for you',
  })
})

test('[I43] where values are not to be shown, none is', () => {
  assert.deepEqual(messages(false), {
    port: 'must be a number',
    apiKey: 'must have at least 20 characters',
    password: 'must be text in quotes',
    'tokens.token[0]': 'must have at least 20 characters',
    url: 'must have at most 5 characters',
    'env.PIN': 'must be text in quotes',
    'headers.X Y': 'has a name that must be one word',
    money: 'must be more than 0',
    name: 'must begin with a',
    list: 'may not be empty',
    kept: 'is not for you',
  })
})
