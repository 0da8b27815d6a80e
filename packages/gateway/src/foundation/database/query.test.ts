import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileOnce, queriesOver } from './query.ts'

const db = queriesOver<{ a: { x: number; y: string | null } }>()

test('a query that is compiled once takes new values at each use and keeps its own constants', () => {
  const find = compileOnce<{ x: number }, { y: string | null }>((place) =>
    db.selectFrom('a').select('y').where('x', '=', place('x')).where('y', '!=', 'never').limit(3),
  )
  const one = find({ x: 1 }).compile()
  const two = find({ x: 2 }).compile()
  assert.equal(one.sql, two.sql)
  assert.deepEqual(one.parameters, [1, 'never', 3])
  assert.deepEqual(two.parameters, [2, 'never', 3])
})

test('a limit is a sum, because SQLite would plan a statement anew for each value of a bare one', () => {
  const { sql, parameters } = db.selectFrom('a').select('y').limit(3).compile()
  assert.match(sql, /limit \? \+ 0$/)
  assert.deepEqual(parameters, [3])
})

test('a value that is absent on purpose stays absent', () => {
  const insert = compileOnce<{ x: number; y: string | null }, unknown>((place) =>
    db.insertInto('a').values({ x: place('x'), y: place('y') }),
  )
  assert.deepEqual(insert({ x: 1, y: null }).compile().parameters, [1, null])
})
