import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelsProblem, placeProblems } from './place-problems.ts'

test('[UIV3] a problem stands at its field, however the server wrote the path', () => {
  const { fields, elsewhere } = placeProblems({
    baseUrl: 'a',
    'models.0.cost.input': 'b',
    'models[1].id': 'c',
  })
  assert.deepEqual(fields, { baseUrl: 'a', 'models[0].cost.input': 'b', 'models[1].id': 'c' })
  assert.deepEqual(elsewhere, [])
  assert.equal(modelsProblem(fields), 'c')
  assert.equal(modelsProblem({ 'models[0].cost.input': 'b' }), undefined)
})

test('[UIV3] a problem without a field here is told all the same', () => {
  const { fields, elsewhere } = placeProblems({ 'agents.defaults.model': 'x', kind: 'must be known' })
  assert.deepEqual(fields, {})
  assert.equal(elsewhere.length, 2)
  assert.match(elsewhere[0] ?? '', /Choose another one first/)
  assert.equal(elsewhere[1], 'must be known')
})
