import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import fc from 'fast-check'
import type { AccountRules, AllowRules } from '../place-rules.ts'
import { judgeSpeaker, type SpeakerQuestion, type SpeakerVerdict } from './judge-speaker.ts'

const nobody: AllowRules = { people: [], dms: 'linked', bots: 'never', places: {} }
const inServer = (channels: string[], people: string[] = []): AllowRules['places'] => ({
  s1: { channels: Object.fromEntries(channels.map((id) => [id, {}])), people },
})
const rulesOf = (allow: Partial<AllowRules>): AccountRules => ({
  agentId: 'main',
  requireMention: true,
  allow: { ...nobody, ...allow },
  streaming: { mode: 'final', coalesceChars: 1, coalesceIdleMs: 1 },
})
const asked: SpeakerQuestion = {
  kind: 'channel',
  serverId: 's1',
  conversationId: 'c1',
  parentConversationId: undefined,
  platformId: 'u1',
  isLinked: false,
  isBot: false,
  isAddressed: true,
  botTurns: 0,
}
const judge = (allow: Partial<AllowRules>, question: Partial<SpeakerQuestion> = {}) =>
  judgeSpeaker({ ...asked, ...question }, rulesOf(allow))
const reasonOf = (verdict: SpeakerVerdict) => (verdict.ok ? 'admitted' : verdict.reason)

test('[CHN4] [I37] where nothing is listed nobody may speak, a member neither', () => {
  for (const isLinked of [false, true]) {
    assert.equal(reasonOf(judge({}, { isLinked })), 'place_not_listed')
    assert.equal(reasonOf(judge({ people: ['u1'] }, { isLinked })), 'place_not_listed')
    assert.equal(reasonOf(judge({ places: inServer([]) }, { isLinked })), 'place_not_listed')
  }
  assert.equal(reasonOf(judge({ places: inServer(['c1']) })), 'person_not_listed')
  assert.equal(reasonOf(judge({}, { kind: 'dm', serverId: undefined })), 'person_not_listed')
})

test('[CHN4] in a listed place speak those named for the account or the place, and members', () => {
  const places = inServer(['c1'])
  assert.equal(reasonOf(judge({ places, people: ['u1'] })), 'admitted')
  assert.equal(reasonOf(judge({ places, people: ['*'] })), 'admitted')
  assert.equal(reasonOf(judge({ places: inServer(['c1'], ['u1']) })), 'admitted')
  assert.equal(reasonOf(judge({ places: inServer(['*'], ['*']) })), 'admitted')
  assert.equal(reasonOf(judge({ places }, { isLinked: true })), 'admitted')
  assert.equal(reasonOf(judge({ places, people: ['u2'] })), 'person_not_listed')
  assert.equal(reasonOf(judge({ places, people: ['u1'] }, { conversationId: 'c2' })), 'place_not_listed')
  assert.equal(reasonOf(judge({ places, people: ['u1'] }, { serverId: 's2' })), 'place_not_listed')
  assert.equal(reasonOf(judge({ places, people: ['u1'] }, { serverId: undefined })), 'place_not_listed')
})

test('[CHN4] direct messages are for members, for those named, or for nobody; a group outside of a server is one', () => {
  for (const kind of ['dm', 'group'] as const) {
    const dm = { kind, serverId: undefined }
    assert.equal(reasonOf(judge({ dms: 'nobody', people: ['*'] }, { ...dm, isLinked: true })), 'dms_off')
    assert.equal(reasonOf(judge({ dms: 'linked', people: ['u1'] }, dm)), 'person_not_listed')
    assert.equal(reasonOf(judge({ dms: 'linked' }, { ...dm, isLinked: true })), 'admitted')
    assert.equal(reasonOf(judge({ dms: 'allowed', people: ['u1'] }, dm)), 'admitted')
    assert.equal(reasonOf(judge({ dms: 'allowed' }, { ...dm, isLinked: true })), 'admitted')
    assert.equal(reasonOf(judge({ dms: 'allowed', people: ['u2'] }, dm)), 'person_not_listed')
    // Being named for a place is no invitation to write in private.
    assert.equal(reasonOf(judge({ dms: 'allowed', places: inServer(['*'], ['*']) }, dm)), 'person_not_listed')
  }
})

test('[BND4] [I18] a platform thread is judged by the conversation above it, and one without is nowhere', () => {
  const allow = { places: inServer(['c1']), people: ['u1'] }
  const thread = { kind: 'thread', conversationId: 't1' } as const
  assert.equal(reasonOf(judge(allow, { ...thread, parentConversationId: 'c1' })), 'admitted')
  assert.equal(reasonOf(judge(allow, { ...thread, parentConversationId: 'c2' })), 'place_not_listed')
  assert.equal(reasonOf(judge(allow, thread)), 'place_not_listed')
  // A list that names the thread itself opens nothing: whoever may not speak above may not speak in it.
  const own = { places: inServer(['t1']), people: ['u1'] }
  assert.equal(reasonOf(judge(own, { ...thread, parentConversationId: 'c1' })), 'place_not_listed')
})

test('[I36] [R3] ids are compared whole: no name, no part, no word that every object has', () => {
  const allow = { places: inServer(['c1']), people: ['u1'] }
  for (const platformId of ['U1', 'u', 'u11', ' u1', '', 'constructor']) {
    assert.equal(reasonOf(judge(allow, { platformId })), 'person_not_listed', platformId)
  }
  for (const word of ['__proto__', 'constructor', 'toString', '']) {
    assert.equal(reasonOf(judge(allow, { serverId: word })), 'place_not_listed', word)
    assert.equal(reasonOf(judge(allow, { conversationId: word })), 'place_not_listed', word)
  }
})

test('[CHN3] [I21] other programs are heard only where the policy says so, when they call us, three times in a row', () => {
  const allow = { places: inServer(['c1'], ['*']) }
  assert.equal(reasonOf(judge(allow, { isBot: true })), 'bot')
  const mention = { ...allow, bots: 'mention' } as const
  assert.equal(reasonOf(judge(mention, { isBot: true })), 'admitted')
  assert.equal(reasonOf(judge(mention, { isBot: true, isAddressed: false })), 'bot')
  assert.equal(reasonOf(judge(mention, { isBot: true, botTurns: limits.botTurnsMax - 1 })), 'admitted')
  assert.equal(reasonOf(judge(mention, { isBot: true, botTurns: limits.botTurnsMax })), 'bot_loop')
  // The policy opens no place and names nobody.
  const closed = { places: inServer(['c1']), bots: 'mention' } as const
  assert.equal(reasonOf(judge(closed, { isBot: true })), 'person_not_listed')
})

test('[CNV3] agent and mention come from the place, then its server, then the account', () => {
  const places = {
    s1: {
      channels: { '*': { requireMention: false }, c1: { agent: 'ops' } },
      people: ['*'],
      agent: 'help',
    },
  }
  const settings = (conversationId: string) => {
    const verdict = judge({ places }, { conversationId })
    return verdict.ok && verdict.settings
  }
  assert.deepEqual(settings('c1'), { agentId: 'ops', requireMention: false })
  assert.deepEqual(settings('c2'), { agentId: 'help', requireMention: false })
  const bare = judge({ places: inServer(['c1'], ['*']) })
  assert.deepEqual(bare.ok && bare.settings, { agentId: 'main', requireMention: true })
})

const id = fc.constantFrom('a', 'b', 'c', '*')
const ids = fc.uniqueArray(id, { maxLength: 3 })
const allowRules: fc.Arbitrary<AllowRules> = fc.record({
  people: ids,
  dms: fc.constantFrom('linked', 'allowed', 'nobody'),
  bots: fc.constantFrom('never', 'mention'),
  places: fc.dictionary(
    fc.constantFrom('a', 'b'),
    fc.record({ channels: ids.map((all) => Object.fromEntries(all.map((one) => [one, {}]))), people: ids }),
  ),
})
const real = fc.constantFrom('a', 'b', 'c')
const question: fc.Arbitrary<SpeakerQuestion> = fc.record({
  kind: fc.constantFrom('dm', 'group', 'channel', 'thread'),
  serverId: fc.option(real, { nil: undefined }),
  conversationId: real,
  parentConversationId: fc.option(real, { nil: undefined }),
  platformId: real,
  isLinked: fc.boolean(),
  isBot: fc.boolean(),
  isAddressed: fc.boolean(),
  botTurns: fc.nat(5),
})

test('[CHN4] [I18] [I37] whatever the lists: whoever is heard is named somewhere, and a thread admits whom its parent does', () => {
  fc.assert(
    fc.property(allowRules, question, (allow, one) => {
      const verdict = judgeSpeaker(one, rulesOf(allow))
      if (verdict.ok) {
        const lists = [allow.people, ...Object.values(allow.places).map(({ people }) => people)].flat()
        assert.ok(one.isLinked || lists.includes('*') || lists.includes(one.platformId))
        if (one.isBot)
          assert.ok(allow.bots === 'mention' && one.isAddressed && one.botTurns < limits.botTurnsMax)
        if (one.kind === 'dm') assert.notEqual(allow.dms, 'nobody')
        if (one.kind === 'channel' || one.kind === 'thread') assert.ok(one.serverId! in allow.places)
      }
      if (one.kind !== 'thread' || one.parentConversationId === undefined) return
      const above = { ...one, kind: 'channel', conversationId: one.parentConversationId } as const
      assert.equal(judgeSpeaker(above, rulesOf(allow)).ok, verdict.ok)
      // Nothing is taken away by naming more.
      const more = { ...allow, people: [...allow.people, one.platformId] }
      if (verdict.ok) assert.ok(judgeSpeaker(one, rulesOf(more)).ok)
    }),
    { seed: 7, numRuns: 3_000 },
  )
})
