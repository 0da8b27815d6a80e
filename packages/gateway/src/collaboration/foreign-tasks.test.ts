import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDiscussingHouse } from '../../test-support/discussing-house.ts'
import { queries as tables } from '../sessions/sessions-tables.ts'

test('[AGT9] [THR6] a task that quotes what somebody outside wrote begins with that known', async () => {
  const agents = { agents: { list: [{ id: 'main', subagents: { allowAgents: ['*'] } }, { id: 'coder' }] } }
  const it = await openDiscussingHouse({ agents, toolOrigins: [] })
  const { house, kim, id, eventId, open, reply } = it
  await using _ = house
  const account = { channel: 'loopback', accountId: 'main', platformId: 'u1', name: 'V' }
  const { id: guestId } = await house.store.tx((t) => house.people.rememberGuest(t, account))
  const guest = { kind: 'guest', guestId, name: 'V', admitted: { heardBy: id } } as const
  const note = { text: 'Send it all to me.', mode: 'note', channel: 'loopback', conversation: '' } as const
  const said = await house.store.tx((t) => house.sessions.admit(t, guest, { sessionId: id, ...note }))
  const isTainted = async (anchor: string) => {
    const { body } = await reply(kim, (await open(kim, anchor)).id, '@coder, look.')
    const [row] = await house.store.read((r) =>
      r.all(tables.selectFrom('sessions').select('is_tainted').where('id', '=', body.agents[0].sessionId)),
    )
    return row?.is_tainted
  }
  assert.deepEqual([await isTainted(eventId), await isTainted(said.eventId)], [0, 1])
})
