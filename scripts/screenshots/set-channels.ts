// The scenes of channels: a bot on an emulated Discord that lacks one thing in one channel, and the dialog that links an
// account.

import { addDemoServer, demoAccount, demoIds } from '../../packages/emulators/src/discord/demo-server.ts'
import { openDiscord } from '../../packages/emulators/src/discord/open-discord.ts'
import { type ServedDiscord, serveDiscord } from '../../packages/emulators/src/discord/serve-discord.ts'
import { realPlatformClock } from '../../packages/emulators/src/loopback/platform-time.ts'
import type { Camera, Page } from './camera.ts'

export interface PicturedDiscord extends Pick<ServedDiscord, 'close'> {
  /** The section `channels` of the configuration. */
  channels: object
}

export async function openPicturedDiscord(): Promise<PicturedDiscord> {
  const discord = openDiscord({ clock: realPlatformClock })
  addDemoServer(discord)
  const { bot, builds } = demoIds
  discord.owners.takeAway({ botId: bot, channelId: builds, names: ['ManageWebhooks'] })
  const { apiUrl, close } = await serveDiscord(discord)
  return { channels: { discord: { accounts: { main: demoAccount(apiUrl) } } }, close }
}

export async function setChannels(camera: Camera, page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings/channels`)
  await page.getByText('Heard', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Check Discord: main' }).click()
  await page.getByText('Invite link').waitFor()
  await camera.take(page, 'desktop', 'channels')

  await page.goto(`${url}/settings/you`)
  await page.getByRole('button', { name: 'Link an account' }).click()
  await page.getByRole('dialog').waitFor()
  await camera.take(page, 'desktop', 'link-account')
  await page.keyboard.press('Escape')
}
