// The page on which one plays the people of the emulated Discord: a tool for whoever develops, and used every day.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDemoServer, demoIds, demoToken } from '@heddle/emulators/discord/demo-server'
import { judgeExchanges } from '@heddle/emulators/discord/judge-exchanges'
import { type Discord, openDiscord } from '@heddle/emulators/discord/open-discord'
import type { UploadedFile } from '@heddle/emulators/discord/rest-words'
import { type ServedDiscord, serveDiscord } from '@heddle/emulators/discord/serve-discord'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import type { Browser, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openBrowser } from './open-browser.ts'
import { type Device, devices, visit, type Visitor } from './visit.ts'

const { ann, bob, bot, builds, general } = demoIds
/** One red point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
let browser: Browser

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/** What the program of the demo server asks of REST. */
async function ask(
  discord: Discord,
  what: string,
  body: object,
  files: readonly UploadedFile[] = [],
): Promise<void> {
  const [method = '', path = ''] = what.split(' ')
  const headers = { authorization: `Bot ${demoToken}` }
  const reply = await discord.platform.answer({ method, path, query: {}, headers, body, files })
  assert.ok(reply.kind === 'answer' && reply.status < 300, `${what}: ${JSON.stringify(reply)}`)
}

const denyForm = {
  custom_id: 'deny:1',
  title: 'Deny exec',
  components: [
    { type: 18, label: 'Why?', component: { type: 4, custom_id: 'words', style: 2, max_length: 20 } },
  ],
}

/** A program that offers one word, answers what is asked for those eyes only, and says so aloud when pressed. */
async function addProgram(discord: Discord): Promise<void> {
  const label = { type: 3, name: 'label', description: 'Which.', required: true, autocomplete: true }
  await ask(discord, `PUT /applications/${bot}/commands`, [
    { name: 'focus', description: 'Bind this place.', options: [label] },
    { name: 'silence', description: 'Says nothing.' },
  ])
  discord.platform.onEvent(({ t, d }) => {
    if (t !== 'INTERACTION_CREATE') return
    const { id, token, type, data } = JSON.parse(JSON.stringify(d))
    if (data.name === 'silence') return
    const answer =
      type === 4
        ? { type: 8, data: { choices: [{ name: 'The builder', value: 'builder' }] } }
        : type === 5
          ? { type: 4, data: { content: `Denied: ${data.components[0].component.value}` } }
          : data.custom_id === 'deny'
            ? { type: 9, data: denyForm }
            : type === 3
              ? { type: 4, data: { content: 'Stopped.' } }
              : { type: 4, data: { flags: 64, content: `Bound to ${data.options[0].value}.` } }
    void ask(discord, `POST /interactions/${id}/${token}/callback`, answer)
  })
}

for (const device of devices) {
  describe(`the emulated Discord ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let discord: Discord
    let served: ServedDiscord
    let visitor: Visitor
    let page: Page

    before(async () => {
      discord = openDiscord({ clock: realPlatformClock, judge: judgeExchanges })
      addDemoServer(discord)
      await addProgram(discord)
      served = await serveDiscord(discord)
      visitor = await visit(browser, { device })
      page = visitor.page
      await page.goto(served.url)
      await page.getByRole('heading', { name: '#general' }).waitFor()
    })
    after(async () => {
      await visitor?.context.close()
      await served?.close()
      assert.deepEqual(discord.judge?.report().breaches, [])
    })

    const words = () => page.getByRole('textbox', { name: 'Message' })
    const message = (text: string) => page.getByRole('article').filter({ hasText: text })

    test('[CHN1] one writes, and sees what others write, with their names and pictures', async () => {
      await words().fill('hello @Hed')
      await page.getByRole('option', { name: '@Heddle' }).click()
      await words().press('Enter')
      await message('hello @Heddle').waitFor()
      assert.equal(discord.people.read(ann, general)[0]?.content, `hello <@${bot}> `)
      const webhook = discord.owners.makeWebhook(ann, general, 'Heddle')
      discord.owners.sayThroughWebhook(webhook.id, '**Found** it in `ci.yml` <b>', { name: 'Builder' })
      const persona = message('Found it in ci.yml <b>')
      await persona.waitFor()
      assert.match(await persona.innerText(), /Builder\s+APP/)
      assert.deepEqual(await persona.locator('.text > b, .text > code').allInnerTexts(), ['Found', 'ci.yml'])
    })

    test('[CHN1] [ATT1] what a program attaches is shown: pictures, and anything else to be saved', async () => {
      const files = [
        { field: 'files[0]', name: 'red.png', mediaType: 'image/png', content: png },
        { field: 'files[1]', name: 'data.csv', mediaType: 'text/csv', content: Buffer.from('a,b') },
      ]
      const attachments = files.map(({ name }, i) => ({ id: String(i), filename: name }))
      await ask(discord, `POST /channels/${general}/messages`, { content: 'See these.', attachments }, files)
      const shown = message('See these.')
      await shown.getByRole('img', { name: 'red.png' }).waitFor()
      const saving = page.waitForEvent('download')
      await shown.getByRole('link', { name: 'data.csv' }).click()
      assert.equal((await saving).suggestedFilename(), 'data.csv')
    })

    test('[CHN1] what is new elsewhere has a mark, until one goes there', async () => {
      discord.people.say(bob, builds, 'look here')
      await page.locator('#places .dot').waitFor({ state: 'attached' })
      await openPlaces(page, device)
      await page.getByRole('button', { name: '# builds something new' }).click()
      await message('look here').waitFor()
      await page.locator('#places .dot').waitFor({ state: 'detached' })
      await openPlaces(page, device)
      await page.getByRole('button', { name: '# general' }).click()
      await page.getByRole('heading', { name: '#general' }).waitFor()
    })

    test('[CHN6] a slash shows the commands, help comes while typing, and the answer is for one alone', async () => {
      await words().fill('/')
      assert.deepEqual(await page.getByRole('option').locator('b').allInnerTexts(), ['/focus', '/silence'])
      await page.getByRole('option', { name: '/focus' }).click()
      const label = page.getByRole('textbox', { name: 'label' })
      await label.fill('b')
      await page.getByRole('option', { name: 'The builder' }).click()
      assert.equal(await label.inputValue(), 'builder')
      await page.getByRole('button', { name: 'Send' }).click()
      const answer = message('Bound to builder.')
      await answer.waitFor()
      assert.match(await answer.innerText(), /Ann used \/focus[\s\S]*Only you can see this/)
      assert.equal(
        discord.people.read(bob, general).some(({ content }) => content === 'Bound to builder.'),
        false,
      )
      await answer.getByRole('link', { name: 'dismiss' }).click()
      await answer.waitFor({ state: 'detached' })
      await words().fill('/focus ')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('The option label is required.').waitFor()
      await page.getByRole('button', { name: 'Leave the command' }).click()
      await words().fill('/silence ')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Heddle did not respond to /silence.').waitFor()
    })

    test('[CHN6] a button is pressed, and a thread opened, put away and brought back', async () => {
      const components = [{ type: 1, components: [{ type: 2, style: 4, label: 'Stop', custom_id: 'stop' }] }]
      await ask(discord, `POST /channels/${general}/messages`, { content: 'At work.', components })
      await page.getByRole('button', { name: 'Stop' }).click()
      await message('Stopped.').waitFor()
      await message('At work.').first().hover()
      await message('At work.').first().getByRole('button', { name: 'Thread' }).click()
      await page.getByRole('textbox', { name: 'Name of the thread' }).fill('The work')
      await page.getByRole('button', { name: 'OK' }).click()
      await page.getByRole('heading', { name: 'The work' }).waitFor()
      await words().fill('in here')
      await words().press('Enter')
      await message('in here').waitFor()
      await page.getByRole('button', { name: 'Archive', exact: true }).click()
      await page.getByRole('button', { name: 'Unarchive' }).click()
      await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
    })

    test('[CHN6] [AGT6] a button that asks opens a form, which says what is wrong, and is sent', async () => {
      await openPlaces(page, device)
      await page.getByRole('button', { name: '# general' }).click()
      const components = [{ type: 1, components: [{ type: 2, style: 4, label: 'Deny', custom_id: 'deny' }] }]
      await ask(discord, `POST /channels/${general}/messages`, { content: 'May I?', components })
      await page.getByRole('button', { name: 'Deny' }).click()
      const form = page.getByRole('dialog', { name: 'Deny exec' })
      const why = form.getByRole('textbox', { name: 'Why?' })
      await why.waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await form.getByRole('button', { name: 'Submit' }).click()
      await form.getByText('The field "Why?" is required.').waitFor()
      await why.fill('not today')
      await form.getByRole('button', { name: 'Submit' }).click()
      await form.waitFor({ state: 'hidden' })
      await message('Denied: not today').waitFor()
      await page.getByRole('button', { name: 'Deny' }).click()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await form.waitFor({ state: 'hidden' })
    })

    test('[CHN1] one plays another person, who sees what is theirs', async () => {
      await openPlaces(page, device)
      await page.getByRole('combobox', { name: 'You are' }).selectOption('Bob')
      await openPlaces(page, device)
      await page.getByRole('button', { name: 'Write to Ann' }).click()
      await page.getByRole('heading', { name: 'Ann' }).waitFor()
      await words().fill('between us')
      await words().press('Enter')
      await message('between us').waitFor()
      const dm = discord.people.openDm(ann, bob)
      assert.equal(discord.people.read(ann, dm)[0]?.content, 'between us')
    })

    test('[CHN1] it can be used by everybody, in light and dark', async () => {
      await page.goto(`${served.url}/#${ann}/${general}`)
      await page.reload()
      await message('At work.').first().waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await openPlaces(page, device)
      assert.deepEqual(await violationsOn(page), [])
      await page.getByRole('button', { name: 'Light or dark' }).click()
      assert.deepEqual(await violationsOn(page, 'colours'), [])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(sideways, 0)
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

async function openPlaces(page: Page, device: Device): Promise<void> {
  if (device === 'phone') await page.getByRole('button', { name: 'Places' }).click()
}
