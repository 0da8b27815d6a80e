import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSteps } from './choose-steps.ts'

const done = (facts: Parameters<typeof chooseSteps>[0]) =>
  chooseSteps(facts)
    .filter((step) => step.isDone)
    .map((step) => step.id)

test('[PPL2] the first page offers what one’s role allows', () => {
  const ids = (role: 'viewer' | 'owner') =>
    chooseSteps({
      me: { role, timeZone: null },
      settings: undefined,
      peopleCount: undefined,
      sessionCount: undefined,
    }).map((step) => step.id)
  assert.deepEqual(ids('owner'), ['ask', 'name-place', 'invite', 'time-zone', 'token'])
  assert.deepEqual(ids('viewer'), ['look', 'members', 'time-zone', 'token'])
})

test('[PPL1] nothing unknown is called done', () => {
  const me = { role: 'owner', timeZone: null } as const
  assert.deepEqual(done({ me, settings: undefined, peopleCount: undefined, sessionCount: undefined }), [])
  assert.deepEqual(
    done({ me, settings: [{ key: 'team.name', source: 'default' }], peopleCount: 1, sessionCount: 0 }),
    [],
  )
})

test('[PPL1] what was done is shown as done', () => {
  const me = { role: 'owner', timeZone: 'Europe/Berlin' } as const
  const settings = [{ key: 'team.name', source: 'file' }] as const
  assert.deepEqual(done({ me, settings, peopleCount: 2, sessionCount: 1 }), [
    'ask',
    'name-place',
    'invite',
    'time-zone',
  ])
})
