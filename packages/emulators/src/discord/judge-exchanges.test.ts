import assert from 'node:assert/strict'
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

test('[DSC1] a document that is named and not there is told, so that nobody believes that it judged', () => {
  assert.throws(() => openOpenapiJudge('/nowhere/openapi.json'), /HEDDLE_DISCORD_OPENAPI names \/nowhere/)
  assert.equal(openOpenapiJudge(''), undefined)
})
