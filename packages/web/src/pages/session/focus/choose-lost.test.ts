import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, FocusJson } from '@heddle/contract'
import { chooseLost, nameFocus, whyIn } from './choose-lost.ts'

const worker: FocusJson = {
  bindingId: 'bnd_1',
  sessionId: 'ses_1',
  label: 'worker',
  agentId: 'main',
  status: 'active',
}

test('[UIH2] what ended by itself is told with its reason, what one never had is not', () => {
  const whys = new Map([['bnd_1', 'nobody wrote here for a while']])
  const sessionId = 'ses_1'
  const why = 'nobody wrote here for a while'
  assert.deepEqual(chooseLost(worker, null, whys), { sessionId, name: 'worker', why })
  const unnamed = { ...worker, label: null }
  assert.deepEqual(chooseLost(unnamed, null, new Map()), { sessionId, name: 'main', why: undefined })
  assert.equal(chooseLost(null, worker, whys), undefined)
  assert.equal(chooseLost(undefined, null, whys), undefined)
})

test('[UIH2] another one in its place is a loss, the same one that is done or goes on elsewhere is none', () => {
  assert.equal(chooseLost(worker, { ...worker, bindingId: 'bnd_2' }, new Map())?.name, 'worker')
  assert.equal(chooseLost(worker, { ...worker, status: 'ending' }, new Map()), undefined)
  assert.equal(chooseLost(worker, { ...worker, sessionId: 'ses_2' }, new Map()), undefined)
})

test('[UIH2] while it is being read anew, nothing is lost', () => {
  assert.equal(chooseLost(worker, undefined, new Map()), undefined)
})

test('[UIH2] the reason is that of the entry in the log, and an unknown one is none', () => {
  const ended = (why: unknown) =>
    ({ kind: 'binding.ended', payload: { bindingId: 'bnd_1', why } }) as unknown as EventJson
  assert.deepEqual(whyIn(ended('idle')), { bindingId: 'bnd_1', why: 'nobody wrote here for a while' })
  assert.equal(whyIn(ended('moon')), undefined)
  assert.equal(whyIn({ kind: 'notice', payload: {} } as unknown as EventJson), undefined)
})

test('[UIH1] what is focused is called by its label, or else by its agent', () => {
  assert.equal(nameFocus(worker), 'worker')
  assert.equal(nameFocus({ ...worker, label: null }), 'main')
})
