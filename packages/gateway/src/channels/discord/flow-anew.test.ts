import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import { play } from '../../../test-support/discord-scenes.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'

const coalesceIdleMs = 1_000

/** A persona's answer that is half written, and shown as far as that. */
async function halfWritten() {
  const h = await openDiscordHouse({
    account: { agentId: 'other', streaming: { mode: 'edit', coalesceChars: 10, coalesceIdleMs } },
    agents: { agents: { list: [{ id: 'main' }, { id: 'other' }] } },
  })
  const rules = h.placeRules.accounts['discord/main']
  assert.ok(rules)
  const channels = { '*': { agent: 'main' } }
  rules.allow = { ...rules.allow, places: { [h.guildId]: { channels, people: ['*'] } } }
  h.routing.streamReplies((error) => {
    throw error
  })
  const ann = await h.member('ann')
  const gate = Promise.withResolvers<void>()
  play(h, { main: [['The first half of it, ', { type: 'wait', until: gate.promise }, 'and the end.']] })
  await h.write(ann, h.general, `${h.mention} hello`)
  for (const ms of [limits.draftOpenMs, limits.draftFlushMs, coalesceIdleMs, coalesceIdleMs]) {
    h.clock.advance(ms)
    await h.settle()
  }
  return {
    h,
    ann,
    async finish() {
      gate.resolve()
      await h.settle()
      h.clock.advance(5_000)
      await h.settle()
    },
  }
}

const answers = (h: DiscordHouse) => h.read(h.general).slice(1)

const losses: [what: string, left: number, lose: (h: DiscordHouse) => void][] = [
  [
    'by a webhook that somebody deletes',
    1,
    (h) => {
      for (const { id } of webhooksIn(h.discord.platform.state, h.general)) h.discord.owners.deleteWebhook(id)
    },
  ],
  [
    'in a message that a moderator deletes',
    0,
    (h) => h.discord.people.remove(h.owner.id, h.messages(h.general).at(-1)?.id ?? ''),
  ],
]

for (const [what, left, lose] of losses) {
  test(`[DLV5] [DSC1] an answer that grows ${what} is said anew when it is whole, once, and waits for nobody`, async () => {
    const { h, ann, finish } = await halfWritten()
    await using _ = h
    assert.equal(answers(h).length, 1)
    lose(h)
    await finish()
    const said = answers(h).slice(left)
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', /The first half of it, and the end\.$/)
    const trouble = await h.store.read((r) =>
      h.routing.outbox.list(r, ann.actor, { state: 'trouble' }, { limit: 50 }),
    )
    assert.deepEqual(trouble.items, [])
  })
}
