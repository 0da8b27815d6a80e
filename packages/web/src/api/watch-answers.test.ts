import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { watchAnswers } from './watch-answers.ts'

function world() {
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const taken: [unknown, number][] = []
  let now = 0
  const stop = watchAnswers(
    queries,
    ['list', 'pages'],
    () => now,
    ({ queryKey }, since) => taken.push([queryKey, since]),
  )
  const ask = (queryKey: unknown[]) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = queries.fetchQuery({ queryKey, queryFn: () => promise })
    return { answer: () => (resolve('it'), asked) }
  }
  return { queries, taken, stop, ask, passTo: (at: number) => void (now = at) }
}

test('[UIX1] [UIA5] an answer comes with the moment at which it was asked for', async () => {
  const { ask, taken, passTo } = world()
  passTo(100)
  const one = ask(['list', 'pages', { of: 1 }])
  passTo(200)
  const two = ask(['list', 'pages', { of: 2 }])
  passTo(300)
  await one.answer()
  await two.answer()
  assert.deepEqual(taken, [
    [['list', 'pages', { of: 1 }], 100],
    [['list', 'pages', { of: 2 }], 200],
  ])
})

test('[UIX1] [UIA5] what the page puts there itself, and what stands under another key, is no answer', async () => {
  const { queries, ask, taken, stop } = world()
  queries.setQueryData(['list', 'pages', {}], 'its own')
  await ask(['list', {}]).answer()
  await ask(['other', 'pages']).answer()
  assert.deepEqual(taken, [])
  stop()
  await ask(['list', 'pages', {}]).answer()
  assert.deepEqual(taken, [])
})
