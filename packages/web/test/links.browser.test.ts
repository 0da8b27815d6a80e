// Accounts elsewhere that are one's own, in the browser: linked by a code that is said there or was shown there, seen, and
// ended.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { violationsOn } from './axe.ts'
import { call } from './by-http.ts'
import { type HouseWithModel, openHouseWithModel } from './open-house.ts'
import { type Loopback, openLoopback } from './open-loopback.ts'
import { devices, type Visitor } from './visit.ts'

const patienceMs = 20_000
const codePattern = /[0-9A-Z]{5}-[0-9A-Z]{5}/

let place: Loopback
let house: HouseWithModel

before(async () => {
  place = await openLoopback()
  house = await openHouseWithModel(place.config)
})
after(async () => {
  await house?.close()
  await place?.close()
})

/** Writes /link to the bot, where nobody else reads, and reads what it answers. */
async function askForCode(): Promise<string> {
  const before = place.read(place.dm).length
  place.whisper('/link')
  for (let waited = 0; waited < patienceMs; waited += 50) {
    await pause(50)
    const [code] = codePattern.exec(place.read(place.dm).slice(before).join('\n')) ?? []
    if (code !== undefined) return code
  }
  throw new Error(`no code was shown: ${place.read(place.dm).slice(before).join('\n')}`)
}

for (const device of devices) {
  describe(`linked accounts ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      await visitor.page.goto(`${house.url}/settings`)
    })
    after(() => visitor?.context.close())

    const block = () => visitor.page.getByRole('group', { name: 'Linked accounts' })
    const dialog = (name: string) => visitor.page.getByRole('dialog', { name })
    const links = async () => {
      const { items } = await call<{ items: { name: string; channel: string }[] }>(
        visitor.context,
        house.url,
        ['GET', '/me/links'],
      )
      return items.map(({ name, channel }) => `${channel} ${name}`)
    }
    const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click()
    const row = () => block().getByRole('listitem').filter({ hasText: 'Vera' })

    test('[PPL4] a code that nobody was shown is refused at its field, and links nothing', async () => {
      await block().getByText('No account is linked.').waitFor()
      await press('Link an account')
      const code = dialog('Link an account').getByRole('textbox', { name: 'Code' })
      await press('Link it')
      await dialog('Link an account').getByText('Type the code that /link showed you.').waitFor()
      await code.fill('NO-SUCH-CODE')
      await press('Link it')
      await dialog('Link an account').getByRole('alert').first().waitFor()
      assert.deepEqual(await links(), [])
      assert.deepEqual(await violationsOn(visitor.page), [])
    })

    test('[PPL4] a code that the browser shows, said there, links the account, which stands in the list', async () => {
      await press('Get a code')
      const offered = dialog('Say this to the bot')
      const said = await offered.locator('code').innerText()
      assert.match(said, /^\/link [0-9A-Z]{5}-[0-9A-Z]{5}$/)
      assert.deepEqual(await violationsOn(visitor.page), [])
      place.say(said)
      await offered.waitFor({ state: 'detached' })
      await row().getByText('Loopback, by main').waitFor()
      assert.deepEqual(await links(), ['loopback Vera'])
      assert.deepEqual(await violationsOn(visitor.page), [])
    })

    test('[PPL4] it is ended after a question, and not by closing that', async () => {
      await endIt()
      await block().getByText('No account is linked.').waitFor()
      assert.deepEqual(await links(), [])
    })

    test('[PPL4] a code that /link showed there, typed in the browser, links the account as well', async () => {
      const shown = await askForCode()
      await press('Link an account')
      await dialog('Link an account').getByRole('textbox', { name: 'Code' }).fill(shown.toLowerCase())
      await press('Link it')
      await dialog('Link an account').waitFor({ state: 'detached' })
      await row().waitFor()
      assert.deepEqual(await links(), ['loopback Vera'])
      // It works once.
      await endIt()
      await block().getByText('No account is linked.').waitFor()
      await press('Link an account')
      await dialog('Link an account').getByRole('textbox', { name: 'Code' }).fill(shown)
      await press('Link it')
      await dialog('Link an account').getByRole('alert').first().waitFor()
      assert.deepEqual([await links(), visitor.complaints], [[], []])
    })

    async function endIt(): Promise<void> {
      const question = visitor.page.getByRole('alertdialog', { name: 'Remove Vera?' })
      await press('Remove Vera')
      assert.deepEqual(await violationsOn(visitor.page), [])
      await visitor.page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.deepEqual(await links(), ['loopback Vera'])
      await press('Remove Vera')
      await question.getByRole('button', { name: 'Remove', exact: true }).click()
      await question.waitFor({ state: 'detached' })
    }
  })
}
