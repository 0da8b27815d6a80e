import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import type { AllowRules } from '../place-rules.ts'

/** A platform that tells things twice and in another order, with two people of one name. */
async function open() {
  const h = await openHearingHouse()
  h.model.respond(() => ['Hello.'])
  const feed = h.platform.state.bots.get(h.botId)?.feed
  assert.ok(feed)
  Object.assign(feed.manners, { copyRate: 0.5, swapRate: 0.5 })
  return { h, vera: h.guest('Vera'), namesake: h.guest('Vera') }
}

function admit(h: HearingHouse, allow: Partial<AllowRules>): void {
  const key = 'loopback/main'
  const before = h.placeRules.accounts[key]
  assert.ok(before)
  h.placeRules.accounts[key] = { ...before, allow: { ...before.allow, ...allow } }
}

async function isAnswered(h: HearingHouse, who: { id: string }, place: string): Promise<boolean> {
  const answers = () => h.read(place).filter((line) => line.startsWith('Heddle: ')).length
  const before = answers()
  h.platform.say(who.id, place, `${h.mention} hello`)
  await h.settle()
  return answers() === before + 1
}

test('[CHN4] [I37] who is listed by id is heard once, whoever has their name is not, and where nobody is listed nobody is', async () => {
  const { h, vera, namesake } = await open()
  await using _ = h
  const places = (people: readonly string[]) => ({ [h.serverId]: { channels: { '*': {} }, people } })
  admit(h, { people: [], places: places([vera.id]) })
  assert.deepEqual(
    [await isAnswered(h, vera, h.general), await isAnswered(h, namesake, h.general)],
    [true, false],
  )
  admit(h, { people: [], places: places([]) })
  assert.equal(await isAnswered(h, vera, h.general), false)
  admit(h, { people: [vera.id], places: {} })
  assert.equal(await isAnswered(h, vera, h.general), false, 'a server that is not listed')
})

test('[CHN4] directly those are heard who are listed or linked', async () => {
  const { h, vera, namesake } = await open()
  await using _ = h
  const { user: kim } = await h.member('kim')
  admit(h, { people: [vera.id], places: {} })
  const heard = async () => [
    await isAnswered(h, vera, h.dmWith(vera.id)),
    await isAnswered(h, namesake, h.dmWith(namesake.id)),
    await isAnswered(h, kim, h.dmWith(kim.id)),
  ]
  assert.deepEqual(await heard(), [true, false, true])
  admit(h, { people: [vera.id], dms: 'linked', places: {} })
  assert.deepEqual(await heard(), [false, false, true])
  admit(h, { people: [vera.id], dms: 'nobody', places: {} })
  assert.deepEqual(await heard(), [false, false, false])
})
