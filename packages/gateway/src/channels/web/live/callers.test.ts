import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, type PersonId, Refusal } from '@heddle/contract'
import type { PersonActor, Verdict } from '../../../people/people.ts'
import { Callers, originOf } from './callers.ts'
import type { LiveSocket } from './live-socket.ts'

const actorOf = (id: string, credential = `tok_${id}`) =>
  ({ kind: 'person', personId: id, credential: { kind: 'token', id: credential } }) as unknown as PersonActor
const socketOf = (ended: number[]) =>
  ({ end: (code: number) => void ended.push(code) }) as unknown as LiveSocket

test('[LIV12] whoever lost their credential is sent to sign in, whoever may no longer connect is sent away', async () => {
  let verdict: Verdict = { ok: true }
  let now: PersonActor | undefined = actorOf('a')
  const callers = new Callers({ mayTry: () => verdict })
  const caller = callers.find(actorOf('a'), async () => now)
  const ended: number[] = []
  caller.sockets.add(socketOf(ended))
  now = { ...actorOf('a'), role: 'viewer' }
  assert.equal(await callers.refresh(caller), true)
  assert.equal(caller.actor.role, 'viewer')
  verdict = { ok: false, code: 'not_allowed', reason: '' }
  assert.equal(await callers.refresh(caller), false)
  now = undefined
  assert.equal(await callers.refresh(caller), false)
  assert.deepEqual(ended, [closeCodes.removed, closeCodes.signIn])
})

test('[LIV12] what was asked first does not undo what was asked later, whichever is answered first', async () => {
  const callers = new Callers({ mayTry: () => ({ ok: true }) })
  const answers: ((actor: PersonActor) => void)[] = []
  const caller = callers.find(actorOf('a'), () => new Promise((resolve) => void answers.push(resolve)))
  const asked = [callers.refresh(caller), callers.refresh(caller)]
  answers[1]?.({ ...actorOf('a'), role: 'viewer' })
  await asked[1]
  answers[0]?.({ ...actorOf('a'), role: 'admin' })
  await asked[0]
  assert.equal(caller.actor.role, 'viewer')
})

test('[LIV1] a place that is held for a connection counts, and is given back once', () => {
  const callers = new Callers({ mayTry: () => ({ ok: true }) })
  const id = 'a' as PersonId
  const first = callers.reserve(id, 2)
  callers.reserve(id, 2)
  const isFull = (error: unknown) => error instanceof Refusal && error.code === 'limit_reached'
  assert.throws(() => callers.reserve(id, 2), isFull)
  callers.reserve('b' as PersonId, 2)
  first()
  first()
  callers.reserve(id, 2)
  assert.throws(() => callers.reserve(id, 2), isFull)
})

test('[LIV1] connections of one credential from one place share what is known of it', () => {
  const callers = new Callers({ mayTry: () => ({ ok: true }) })
  const again = async () => undefined
  const caller = callers.find(actorOf('a'), again)
  assert.equal(callers.find(actorOf('a'), again), caller)
  assert.notEqual(callers.find(actorOf('a', 'tok_other'), again), caller)
  assert.equal(callers.ofPerson('a' as PersonId).length, 2)
  const origin = { address: '192.0.2.1', device: 'test', askedAt: 'http://127.0.0.1' }
  assert.equal(originOf(caller, { ...origin }), originOf(caller, { ...origin }))
  for (let i = 0; i < 1_000; i++) originOf(caller, { ...origin, device: `device ${i}` })
  assert.ok(caller.origins.length <= 100)
})
