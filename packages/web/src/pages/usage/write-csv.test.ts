import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageReportJson } from '@heddle/contract'
import { writeCsv } from './write-csv.ts'

const figures = {
  turns: 2,
  inputTokens: 1_000,
  outputTokens: 20,
  cachedTokens: 5,
  costMicros: 1_234_500,
  unpricedTurns: 1,
}
const report: UsageReportJson = {
  from: '2026-03-14',
  to: '2026-03-14',
  timeZone: 'Europe/Berlin',
  of: 'me',
  totals: figures,
  days: [{ day: '2026-03-14', ...figures }],
  agents: [{ id: 'main', name: 'Main, the "first"', ...figures }],
  models: [{ id: 'demo/demo', name: '=HYPERLINK("x")', ...figures, unpricedTurns: 2 }],
  members: [],
  countedAt: '2026-03-14T13:05:00.000Z',
}

test('[UIU5] the table has a line for each day, agent and model and one for all, in plain numbers', () => {
  assert.deepEqual(writeCsv(report).split('\r\n'), [
    'part,id,name,turns,input_tokens,output_tokens,cached_tokens,cost,unpriced_turns',
    'day,2026-03-14,2026-03-14,2,1000,20,5,1.234500,1',
    'agent,main,"Main, the ""first""",2,1000,20,5,1.234500,1',
    'model,demo/demo,"\'=HYPERLINK(""x"")",2,1000,20,5,,2',
    'total,,,2,1000,20,5,1.234500,1',
    '',
  ])
})

test('[UIU5] no name becomes a formula in a spreadsheet', () => {
  for (const name of ['=1', '+1', '-1', '@x', '\tx']) {
    const agents = [{ id: 'a', name, ...figures }]
    assert.match(writeCsv({ ...report, agents }), new RegExp(`agent,a,'\\${name}`))
  }
})
