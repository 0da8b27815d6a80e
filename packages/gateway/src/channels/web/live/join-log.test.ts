// Someone comes while things happen, at every moment that there is between two steps of their coming.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import {
  collaborationDefaults,
  type ConnectionId,
  type PersonId,
  type ServerFrame,
  type SessionId,
} from '@heddle/contract'
import { createFakeLogs, type FakeLog } from '../../../../test-support/create-fake-logs.ts'
import { assertHoldsAll, HeldLog, heldUpTo } from '../../../../test-support/follow-log.ts'
import { createListLog } from '../../../../test-support/open-test-sessions.ts'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { LogEvent } from '../../../sessions/sessions.ts'
import { Backlogs } from './backlog.ts'
import { Callers, type Origin } from './callers.ts'
import { holdPerson } from './hold-person.ts'
import type { LiveDeps } from './live-deps.ts'
import { chooseLiveLimits } from './live-limits.ts'
import { LiveSocket } from './live-socket.ts'
import { Outflow } from './outflow.ts'
import { SessionScopes } from './session-scopes.ts'

const id = 'ses_1' as SessionId
// Of a person, what a session shows of those who look at it.
const actor = {
  kind: 'person',
  personId: 'prs_1' as PersonId,
  handle: 'a',
  name: 'A',
  credential: { id: 'tok_1' },
} as PersonActor

/** Session scopes on logs in memory. Unless reading is slow, each step of it is one step of the queue of promises. */
function openScopes(isSlow = false) {
  const logs = createFakeLogs(() => (isSlow ? 1 : 0))
  const clock = createTestClock()
  const store = { read: async (fn: (r: object) => unknown) => fn({}), durable: async () => undefined }
  const limits = chooseLiveLimits()
  // Whoever follows a log asks for no more than this.
  const deps = {
    sessions: logs.sessions,
    store,
    clock,
    limits,
    log: createListLog([]),
    flags: () => collaborationDefaults,
  } as unknown as LiveDeps
  const callers = new Callers({ mayTry: () => ({ ok: true }) })
  const scopes = new SessionScopes(deps, new Outflow(deps.store, deps.log))

  /** Someone who takes everything at once. */
  function come() {
    const frames: ServerFrame[] = []
    const wire = {
      bufferedAmount: 0,
      sendText: (frame: Buffer) => void frames.push(JSON.parse(frame.toString())),
      close: () => undefined,
      ping: () => undefined,
      terminate: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    }
    const caller = callers.find(actor, async () => ({ ...actor }))
    const backlogs = new Backlogs(clock, limits)
    const origin: Origin = { address: '', device: '', askedAt: '' }
    const socket = new LiveSocket({ id: 'con_1' as ConnectionId, wire, caller, origin, backlogs })
    caller.sockets.add(socket)
    return { socket, frames }
  }

  const hold = () => holdPerson({ callers, scopes, log: deps.log }, actor.personId)
  return { logs, scopes, come, hold }
}

async function steps(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve()
}

async function rounds(): Promise<void> {
  for (let i = 0; i < 5; i++) await nextTick()
}

const happenings: Record<string, (log: FakeLog, text: LogEvent) => void> = {
  'an entry': (log) => void log.append('notice'),
  'a piece of text': (log, text) => log.write(text, ' more'),
  'the end of a text': (log, text) => void log.complete(text),
  'the beginning of a text': (log) => log.write(log.start(), 'another'),
  'a text that begins anew': (log, text) => log.write(text, 'again', 2),
}
/** More than coming takes: at the last of them it is long over. */
const stepsMax = 60

for (const [what, happen] of Object.entries(happenings)) {
  test(`[I24] ${what} at any step of someone's coming is neither lost nor told twice`, async () => {
    for (const isFresh of [true, false]) {
      for (let at = 0; at <= stepsMax; at++) {
        const { logs, scopes, come } = openScopes()
        const log = logs.log(id)
        log.append('notice')
        const text = log.start()
        log.write(text, 'some')
        const held = isFresh ? new HeldLog() : heldUpTo(log, 1)
        const { socket, frames } = come()
        const coming = scopes.subscribe(socket, id, isFresh ? undefined : 1)
        await steps(at)
        happen(log, text)
        await coming
        await rounds()
        assert.doesNotThrow(() => {
          for (const frame of frames) held.apply(frame)
          assertHoldsAll(held, log, isFresh)
        }, `after ${at} steps, fresh: ${isFresh}`)
      }
    }
  })
}

test('[LIV12] whoever loses a session at any step of their coming is sent nothing that happens after', async () => {
  for (let at = 0; at <= 2 * stepsMax; at++) {
    // Slow reading: the rights are known again before the session is found.
    const { logs, scopes, come, hold } = openScopes(at % 2 === 1)
    const log = logs.log(id)
    log.append('notice')
    const { socket, frames } = come()
    const coming = scopes.subscribe(socket, id, undefined).catch(() => undefined)
    await steps(at >> 1)
    // Whoever already reads does so by the rights they had.
    logs.sessions.mayRead = async () => false
    const before = frames.length
    const held = hold()
    log.append('notice', { text: 'secret' })
    await Promise.all([coming, held])
    await rounds()
    const types = frames.slice(before).map(({ type }) => type)
    assert.ok(!types.includes('snap') && !types.includes('ev'), `after ${at} steps: ${types.join()}`)
    assert.equal(socket.scopes.length, 0, `after ${at} steps: still follows it`)
  }
})

test('[LIV12] whoever keeps what they follow misses nothing for having been looked at', async () => {
  for (let at = 0; at <= stepsMax; at++) {
    const { logs, scopes, come, hold } = openScopes()
    const log = logs.log(id)
    const text = log.start()
    const held = new HeldLog()
    const { socket, frames } = come()
    const coming = scopes.subscribe(socket, id, undefined)
    await steps(at)
    const looked = hold()
    log.append('notice')
    log.write(text, 'some')
    await Promise.all([coming, looked])
    await rounds()
    assert.doesNotThrow(() => {
      for (const frame of frames) held.apply(frame)
      assertHoldsAll(held, log, true)
    }, `after ${at} steps`)
  }
})
