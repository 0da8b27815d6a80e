// What became of a notification outside of the web, as its row in the inbox says: it waits there, it was sent, it was not
// and why. The account elsewhere is on a platform beside the gateway.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { bob } from './accounts.ts'
import { violationsInBothLooks } from './axe.ts'
import { call, openTeamSession } from './by-http.ts'
import { agrees, note, row } from './in-inbox.ts'
import { type House, openHouse } from './open-house.ts'
import { type Loopback, openLoopback } from './open-loopback.ts'
import type { Visitor } from './visit.ts'

let place: Loopback
let house: House
let ann: Visitor
let other: Visitor

before(async () => {
  place = await openLoopback()
  house = await openHouse(place.config)
  ann = house.owner
  other = await house.add(bob, 'member')
})
after(async () => {
  await house?.close()
  await place?.close()
})

/** The account of a person of the platform becomes Ann's, by a code that they say to the bot. */
async function link(): Promise<string> {
  const { page } = ann
  await page.goto(`${house.url}/settings`)
  await page.getByRole('button', { name: 'Link an account', exact: true }).click()
  await page.getByRole('button', { name: 'Get a code', exact: true }).click()
  const offered = page.getByRole('dialog', { name: 'Say this to the bot' })
  place.say(await offered.locator('code').innerText())
  await offered.waitFor({ state: 'detached' })
  const { items } = await call<{ items: { id: string }[] }>(ann.context, house.url, ['GET', '/me/links'])
  return items[0]?.id ?? assert.fail('nothing was linked')
}

const mention = async (title: string, words: string) => {
  const id = await openTeamSession(ann.context, house.url, title)
  await note(other.context, house.url, id, `@ann ${words}`)
}

/** The whole row, with what stands below its link. */
const wholeRow = (words: RegExp): Locator => row(ann.page, words).locator('xpath=ancestor::li[1]')

test('[UIX5] [NTF3] "Per-channel notification status is visible in the UI": a row says how far it has come elsewhere, also why it was not sent', async () => {
  const { page } = ann
  const linkId = await link()
  await page.goto(`${house.url}/inbox`)
  await page.getByText('Nothing needs you.').waitFor()

  await mention('Moorings', 'is the rope long enough?')
  const first = wholeRow(/long enough/)
  await first.getByText(/^Loopback: waits until .+, in case you read it here$/).waitFor()
  await agrees(page, 1)
  await first.getByText(/^Loopback: sent/).waitFor({ timeout: 40_000 })
  const there = place.read(place.dm).join('\n')
  assert.match(there, /Bob Okafor.* mentioned you/)
  assert.doesNotMatch(there, /long enough/)

  // Wanted and linked when it came, and not any more when it would leave.
  await mention('Anchors', 'which one holds in mud?')
  const second = wholeRow(/holds in mud/)
  await second.getByText(/^Loopback: waits until/).waitFor()
  await call(ann.context, house.url, ['DELETE', `/me/links/${linkId}`])
  const words = 'Loopback: not sent, because no account there is linked to you'
  await second.getByText(words).waitFor({ timeout: 40_000 })
  await first.getByText(/^Loopback: sent/).waitFor()
  assert.deepEqual(await violationsInBothLooks(page), [])
  await page.reload()
  await second.getByText(words).waitFor()
  await agrees(page, 2)
  assert.deepEqual(ann.complaints, [])
})
