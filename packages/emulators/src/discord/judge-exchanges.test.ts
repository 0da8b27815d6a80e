import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { judgeExchanges, judgeWhenAsked, tellBreach } from './judge-exchanges.ts'
import { openOpenapiJudge } from './openapi-judge.ts'
import { openTestDiscord } from './test-discord.ts'

test('[DSC1] what was asked while somebody measured is judged when they ask, and found to be the same', async () => {
  const { ask, general, platform } = openTestDiscord()
  const [atOnce, later] = [judgeExchanges(platform), judgeWhenAsked(platform)]
  await ask(`POST /channels/${general}/messages`, { content: 'well said' })
  await ask(`POST /channels/${general}/messages`, { content: 'x', colour: 'red' })
  await ask(`GET /channels/${general}/messages?limit=500`)
  assert.deepEqual(later.report(), atOnce.report())
  const { requests, answers, breaches } = later.report()
  assert.deepEqual([requests, answers, breaches.length], [3, 3, 2])
  assert.match(tellBreach(breaches[0]!), /^Discord would not take POST .*: colour is not known$/)
})

test('[DSC1] whoever waits for a breach hears of it as it comes', async () => {
  const { ask, general, platform } = openTestDiscord()
  const told: string[] = []
  judgeExchanges(platform, (breach) => void told.push(breach.what))
  await ask(`POST /channels/${general}/messages`, { content: 'x', colour: 'red' })
  assert.deepEqual(told, ['colour is not known'])
})

test('[DSC1] a document judges what it says of a route, each breach each time, and what differs only in numbers once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'openapi.json')
  const schema = { type: 'object', properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer' } } }
  const body = { content: { 'application/json': { schema } } }
  const paths = { '/things': { post: { requestBody: body } } }
  writeFileSync(path, JSON.stringify({ components: { schemas: {} }, paths }))
  const judge = openOpenapiJudge(path)
  const wrong = (value: unknown) => judge?.request('POST /things', value).length
  assert.deepEqual([wrong({ kind: 'a', size: 1 }), wrong({ kind: 'a', size: 27 })], [0, 0])
  for (const _ of [1, 2]) assert.equal(wrong({ kind: 'c', size: 1 }), 1)
  assert.equal(wrong({ kind: 'a', size: '1' }), 1)
})

test('[DSC1] a document that is named and not there is told, so that nobody believes that it judged', () => {
  assert.throws(() => openOpenapiJudge('/nowhere/openapi.json'), /HEDDLE_DISCORD_OPENAPI names \/nowhere/)
  assert.equal(openOpenapiJudge(''), undefined)
})
