// Settings → Channels on a real house with bots on an emulated Discord: whether each is heard, and what a look at it finds.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { permissionBits } from '@heddle/emulators/discord/permissions'
import type { Locator } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { type DiscordBeside, neededPermissions, openDiscordBeside } from './open-discord.ts'
import { type House, openHouse } from './open-house.ts'
import { devices, type Visitor } from './visit.ts'

let place: DiscordBeside
let house: House

before(async () => {
  place = await openDiscordBeside()
  house = await openHouse(place.config)
})
after(async () => {
  await house?.close()
  await place?.close()
  assert.deepEqual(place.discord.judge?.report().breaches, [])
})

for (const device of devices) {
  describe(`channels ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor

    before(async () => {
      visitor = await house.visitAs(house.owner, { device })
      await visitor.page.goto(`${house.url}/settings/channels`)
    })
    after(async () => {
      assert.deepEqual(visitor.complaints, [])
      await visitor.context.close()
    })

    const account = (name: string): Locator =>
      visitor.page
        .getByRole('list', { name: 'Accounts on channels' })
        .getByRole('listitem')
        .filter({ has: visitor.page.getByRole('heading', { name: `Discord: ${name}` }) })

    /** What stands there once the platform was looked at anew. */
    const look = async (name: string): Promise<{ found: Locator; lines: string[] }> => {
      const { page } = visitor
      const button = account(name).getByRole('button', { name: `Check Discord: ${name}` })
      const answered = page.waitForResponse((response) => response.url().includes(`/discord/${name}/check`))
      await button.click()
      await answered
      // Until what was answered is painted: with it the button can be pressed again.
      await page.waitForFunction((label) => {
        const found = document.querySelector(`button[aria-label="${label}"]`)
        return found !== null && !found.matches(':disabled, [aria-disabled="true"], [data-pending]')
      }, `Check Discord: ${name}`)
      const found = account(name).getByRole('region', { name: `What was found: Discord: ${name}` })
      await found.waitFor()
      const shown = found.getByRole('listitem').filter({ visible: true })
      return { found, lines: (await shown.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')) }
    }

    const fits = async () => {
      assert.deepEqual(await violationsOn(visitor.page), [])
      const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(wide, 0)
    }

    test('[CHN5] a bot that has all it needs is heard, and the invite link asks for exactly that', async () => {
      await account('main').getByText('Heard', { exact: true }).waitFor()
      const { found, lines } = await look('main')
      assert.deepEqual(lines, [])
      await found.getByText('Everything that it needs is there.').waitFor()
      await found.getByText('3 things are good').click()
      await found.getByText('The bot is there, with all it needs.').waitFor()
      const link = found.getByRole('link', { name: 'Open the link' })
      const invite = new URL((await link.getAttribute('href')) ?? '')
      assert.equal(`${invite.origin}${invite.pathname}`, 'https://discord.com/oauth2/authorize')
      assert.equal(invite.searchParams.get('client_id'), place.bots.main)
      assert.deepEqual(invite.searchParams.get('scope')?.split(' '), ['bot', 'applications.commands'])
      const asked = BigInt(invite.searchParams.get('permissions') ?? 0)
      assert.equal(asked, permissionBits(...neededPermissions))
      await found.getByRole('button', { name: 'Copy' }).click()
      await found.getByRole('button', { name: 'Copied' }).waitFor()
      assert.equal(await visitor.page.evaluate(() => navigator.clipboard.readText()), invite.href)
      await fits()
    })

    test('[CHN5] a token that Discord does not take: not heard, in words, with where to get another, and no link', async () => {
      const stranger = account('stranger')
      await stranger.getByText('Not heard', { exact: true }).waitFor()
      await stranger
        .getByText(/Discord does not take the bot's token/)
        .first()
        .waitFor()
      const { found, lines } = await look('stranger')
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /^Does not work token Discord does not take the token\. .*Reset/)
      assert.equal(await found.getByText('Invite link').count(), 0)
      // The token itself is not told anywhere.
      assert.ok(!(await visitor.page.content()).includes('token.of.'))
      await fits()
    })

    test('[CHN5] an intent that is switched off: not heard, and the switch is named', async () => {
      const unread = account('unread')
      await unread.getByText('Not heard', { exact: true }).waitFor()
      const { lines } = await look('unread')
      assert.equal(lines.length, 1)
      assert.match(
        lines[0] ?? '',
        /^Does not work intents Message Content is switched off.*Message Content Intent/,
      )
      await fits()
    })

    test('[CHN5] permissions that are missing are told by name, on the server and in a channel, until they are given', async () => {
      const { owners } = place.discord
      const botId = place.bots.poor
      const onServer = { botId, guildId: place.server, names: ['ManageWebhooks'] } as const
      const inChannel = { botId, channelId: place.builds, names: ['SendMessages', 'AttachFiles'] } as const
      owners.takeAway(onServer)
      owners.takeAway(inChannel)
      await account('poor').getByText('Heard', { exact: true }).waitFor()
      const { lines } = await look('poor')
      assert.equal(lines.length, 2)
      assert.match(
        lines[0] ?? '',
        /^Does not work #builds Missing permissions: Send Messages, Attach Files \(/,
      )
      assert.match(lines[1] ?? '', /^Could be better Weavers Missing permissions: Manage Webhooks \(/)
      await fits()
      owners.giveBack(onServer)
      owners.giveBack(inChannel)
      const { found, lines: left } = await look('poor')
      await found.getByText('Everything that it needs is there.').waitFor()
      assert.deepEqual(left, [])
    })

    test('[CHN5] a server that is named and where the bot is not: told with the link by which it is let in', async () => {
      const { found, lines } = await look('elsewhere')
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', new RegExp(`^Does not work ${place.server} The bot is not on this server`))
      const href = await found.getByRole('link', { name: 'Open the link' }).getAttribute('href')
      assert.ok(href?.includes(`client_id=${place.bots.elsewhere}&`))
      await fits()
    })
  })
}
