import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNewsTeller } from './news-teller.ts'

test('[UIX4] the first is told at once, what comes within three seconds together, once', () => {
  let now = 0
  const due: { at: number; run: () => void }[] = []
  const said: string[] = []
  const tell = createNewsTeller<string>({
    say: (news) => said.push(news.join('+')),
    now: () => now,
    after: (ms, run) => void due.push({ at: now + ms, run }),
  })
  const pass = (ms: number) => {
    now += ms
    for (const one of due.splice(0)) {
      if (one.at <= now) one.run()
      else due.push(one)
    }
  }
  tell('a')
  assert.deepEqual(said, ['a'])
  pass(100)
  tell('b')
  pass(1_000)
  tell('c')
  assert.deepEqual(said, ['a'])
  pass(1_900)
  assert.deepEqual(said, ['a', 'b+c'])
  pass(3_000)
  tell('d')
  assert.deepEqual(said, ['a', 'b+c', 'd'])
})
