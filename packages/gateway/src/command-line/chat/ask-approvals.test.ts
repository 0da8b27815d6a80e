import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type ApprovalJson, refused } from '@heddle/contract'
import { createKeptOutlet } from '../../../test-support/create-test-world.ts'
import { createTerminal } from '../terminal.ts'
import { askApprovals } from './ask-approvals.ts'
import type { Api } from './call-api.ts'

const waiting = {
  id: 'apr_1',
  sessionId: 'ses_1',
  tool: 'exec',
  arguments: '{"command":"ls"}',
  callHash: 'hash',
  reason: 'The policy asks.',
  scope: 'exec: ls',
  mayDecide: true,
  expiresAt: '2026-11-16T09:30:00.000Z',
} as ApprovalJson

/** One message is being answered, and its call waits; `sitter` is whoever can be asked. */
function openTalk(isSomeoneThere: boolean) {
  const outlet = createKeptOutlet(false)
  const sent: unknown[] = []
  const sitter: { type?: ((line: string) => void) | undefined } = {}
  const gateway = {
    refusal: undefined as Error | undefined,
    refusalOfList: undefined as Error | undefined,
  }
  const call = async (name: string, { body }: { body?: unknown } = {}) => {
    if (name === 'listApprovals') {
      if (gateway.refusalOfList) throw gateway.refusalOfList
      return { items: [waiting] }
    }
    sent.push(body)
    if (gateway.refusal) throw gateway.refusal
    return waiting
  }
  const talk = {
    // The edge of the fake: it answers the two routes that are called.
    api: { call } as unknown as Api,
    terminal: createTerminal({ stdout: outlet, stderr: outlet, json: false, canAsk: isSomeoneThere }),
    session: undefined,
    place: 'agent:main:main',
  }
  const openAnswers = (onLine: (text: string) => void) => {
    sitter.type = onLine
    return () => {
      sitter.type = undefined
    }
  }
  const approvals = askApprovals(talk, isSomeoneThere ? openAnswers : undefined)
  approvals.take({ kind: 'state', turnId: 'trn_1', queued: 0 }, 'ses_1')
  return { approvals, sent, sitter, gateway, screen: () => outlet.text() }
}

test('[TRM6] [TRM2] whoever sits there is asked beside the answer, until they said something that is one', async () => {
  const { sent, sitter, screen } = openTalk(true)
  await nextTick()
  assert.match(screen(), /\{"command":"ls"\}[\s\S]*allow exec\? once\/session\/deny>\n$/)
  sitter.type?.('perhaps')
  await nextTick()
  assert.match(screen(), /Type once, session, or deny with a note\.\n$/)
  assert.deepEqual(sent, [])
  sitter.type?.('once')
  await nextTick()
  assert.deepEqual(sent, [{ decision: 'once', callHash: 'hash' }])
  assert.equal(sitter.type, undefined, 'nothing is read any more')
})

test('[TRM6] [TRM2] where nobody can be asked it says where the call can be decided', async () => {
  const { sent, screen } = openTalk(false)
  await nextTick()
  assert.match(screen(), /Decide it in the browser, or with: heddle chat --session agent:main:main\n$/)
  assert.deepEqual(sent, [])
})

test('[TRM6] [TRM2] what waits already when a message is sent is asked about too, once', async () => {
  const { approvals, screen } = openTalk(true)
  approvals.look('ses_1')
  await nextTick()
  assert.equal(screen().match(/waits for approval: exec/g)?.length, 1)
})

test('[TRM6] what the gateway refuses after the end of the talk is not told', async () => {
  const { approvals, gateway, screen } = openTalk(true)
  await nextTick()
  const before = screen()
  gateway.refusalOfList = refused('not_signed_in')
  approvals.look('ses_1')
  approvals.close()
  await nextTick()
  assert.equal(screen(), before)
})

test('[TRM6] a refused answer is told, and the end of the turn ends the question', async () => {
  const { approvals, sitter, gateway, screen } = openTalk(true)
  await nextTick()
  gateway.refusal = refused('already_decided')
  sitter.type?.('deny')
  await nextTick()
  assert.match(screen(), /Someone decided this before\./)
  await nextTick()
  assert.notEqual(sitter.type, undefined, 'the gateway still has it open')
  approvals.close()
  assert.equal(sitter.type, undefined)
})
