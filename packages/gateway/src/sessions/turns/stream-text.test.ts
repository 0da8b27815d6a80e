import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type TurnId } from '@heddle/contract'
import type { Job } from '../../foundation/work/job.ts'
import { kindsOf, openTestSessions } from '../../../test-support/open-test-sessions.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { TextStream } from './stream-text.ts'
import { createStreams } from './streams.ts'

test('[SES3] a text begins once, however long the store lets its beginning wait', async () => {
  await using world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const store = Promise.withResolvers<void>()
  // Of the work only its transactions are asked for, and of the turn only which one it is.
  const job = { step: (fn) => store.promise.then(() => world.store.tx(fn)) } as Job
  const turn = { id: 'trn_1' as TurnId, session_id: id } as TurnRow
  const text = new TextStream(
    {
      ids: world.ids,
      clock: world.clock,
      feed: world.sessions.feed,
      streams: createStreams(),
      job,
      onTrouble: assert.ifError,
    },
    {
      turn,
      kind: 'message.agent',
      step: 1,
      attempt: 1,
      actor: { kind: 'agent', id: 'main', name: 'Main' },
      model: 'demo/demo',
      isDemo: true,
      draft: undefined,
    },
  )
  for (const word of ['One ', 'after ', 'another.']) {
    text.append(word)
    world.clock.advance(limits.draftOpenMs)
  }
  store.resolve()
  await world.breathe()
  assert.deepEqual(kindsOf(await world.log(id)), ['text.started'])
  await text.close()
})
