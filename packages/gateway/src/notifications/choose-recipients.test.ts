import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationReasons, type PersonId } from '@heddle/contract'
import fc from 'fast-check'
import { chooseRecipients, concernedBy, type Listeners, type Said } from './choose-recipients.ts'

// The edge: names that no store gave.
const people = ['ann', 'bob', 'cleo', 'dan', 'eve'] as string[] as PersonId[]
const [ann, bob, cleo, dan, eve] = people as [PersonId, PersonId, PersonId, PersonId, PersonId]
const everybody: Listeners = new Map(people.map((id) => [id, { mutesChatter: false }]))
const said = (more: Partial<Said> = {}): Said => ({
  actorId: ann,
  mentioned: [],
  anchorAuthorId: null,
  takingPart: [],
  ...more,
})
const told = (source: Said, listeners: Listeners = everybody) =>
  chooseRecipients(source, listeners).map(({ personId, reason, alsoReasons }) =>
    [personId, reason, ...alsoReasons].join(' '),
  )

test('[NTF1] one notification per person, by the strongest reason, with the others kept', () => {
  const source = said({ mentioned: [bob], anchorAuthorId: bob, takingPart: [bob, cleo, ann] })
  assert.deepEqual(told(source), ['bob mention reply_to_you reply_in_thread', 'cleo reply_in_thread'])
  assert.deepEqual(told(said({ anchorAuthorId: dan, takingPart: [dan] })), [
    'dan reply_to_you reply_in_thread',
  ])
})

test('[NTF1] [I25] never the actor, nor who is no member any more; of an agent or a guest everybody is told', () => {
  const all = said({ mentioned: [ann, bob], anchorAuthorId: ann, takingPart: [ann, eve] })
  const withoutEve = new Map([...everybody].filter(([id]) => id !== eve))
  assert.deepEqual(told(all, withoutEve), ['bob mention'])
  assert.deepEqual(told({ ...all, actorId: null }, withoutEve), [
    'ann mention reply_to_you reply_in_thread',
    'bob mention',
  ])
})

test('[NTF5] who has muted chatter is still told when they are named', () => {
  const muted: Listeners = new Map(people.map((id) => [id, { mutesChatter: true }]))
  assert.deepEqual(told(said({ mentioned: [bob], anchorAuthorId: bob, takingPart: [bob, cleo] }), muted), [
    'bob mention',
  ])
})

test('[I25] [NTF1] of any source: everybody once, the strongest reason first, the actor never, the named always', () => {
  const person = fc.constantFrom(...people)
  const source = fc.record({
    actorId: fc.option(person),
    mentioned: fc.array(person),
    anchorAuthorId: fc.option(person),
    takingPart: fc.array(person),
  })
  const listeners = fc.dictionary(fc.constantFrom(...people), fc.record({ mutesChatter: fc.boolean() }))
  fc.assert(
    fc.property(source, listeners, (what, known) => {
      const map = new Map(Object.entries(known)) as unknown as Listeners
      const chosen = chooseRecipients(what, map)
      const ids = chosen.map(({ personId }) => personId)
      assert.equal(new Set(ids).size, ids.length)
      assert.ok(ids.every((id) => map.has(id) && id !== what.actorId && concernedBy(what).includes(id)))
      for (const { reason, alsoReasons } of chosen) {
        const ranks = [reason, ...alsoReasons].map((one) => notificationReasons.indexOf(one))
        assert.deepEqual(
          ranks,
          [...new Set(ranks)].toSorted((a, b) => a - b),
        )
      }
      for (const id of new Set(what.mentioned)) {
        const isToBeTold = map.has(id) && id !== what.actorId
        assert.equal(chosen.find(({ personId }) => personId === id)?.reason === 'mention', isToBeTold)
      }
      for (const id of concernedBy(what)) {
        if (map.get(id)?.mutesChatter === false) assert.ok(ids.includes(id))
      }
    }),
  )
})
