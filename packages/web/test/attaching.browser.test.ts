// Files on their way into a message, at a desk and on a phone: chosen, pasted and dropped, seen by the other, taken out
// again, and refused before anything is sent.

import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openTeamSession } from './by-http.ts'
import { answered, field, idle, said } from './in-session.ts'
import { type House, openHouse } from './open-house.ts'
import { devices, say, type Visitor } from './visit.ts'

const mebibyte = 1_048_576

/** One red point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let house: House
let other: Visitor

before(async () => {
  house = await openHouse()
  other = house.owner
})
after(() => house?.close())

for (const device of devices) {
  describe(`files, ${device === 'desk' ? 'at a desk' : 'on a phone'}`, () => {
    let visitor: Visitor

    before(async () => {
      const id = await openTeamSession(other.context, house.url, `Files, ${device}`)
      visitor = await house.visitAs(other, { device })
      for (const { page } of [visitor, other]) {
        await page.goto(`${house.url}/sessions/${id}`)
        await field(page).waitFor()
      }
    })
    after(() => visitor?.context.close())

    const tray = (page: Page) =>
      page.getByRole('form').or(page.locator('form')).getByRole('list', { name: 'Attached files' })
    const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const asked = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).click()
      await (await asked).setFiles(file)
    }
    const isThere = (page: Page, name: string) =>
      page.getByRole('button', { name: `Remove ${name}` }).waitFor()

    test('[ATT1] a chosen picture goes along, and is shown to the other', async () => {
      const { page } = visitor
      await choose(page, { name: 'red.png', mimeType: 'image/png', buffer: png })
      await isThere(page, 'red.png')
      assert.deepEqual(await violationsOn(page), [])
      await say(page, 'look at this')
      for (const reader of [page, other.page]) {
        const picture = said(reader, 'look at this').getByRole('button', { name: 'Open red.png' })
        await picture.waitFor()
        await isLoaded(picture.locator('img'))
      }
      await page.getByText('You attached one file: “red.png”.').waitFor()
      assert.equal(await tray(page).count(), 0)
      await idle(page)
    })

    test('[UIC5] a picture opens large with a press, and closes with the focus back on it', async () => {
      const { page } = visitor
      const picture = said(page, 'look at this').getByRole('button', { name: 'Open red.png' })
      await picture.click()
      const large = page.getByRole('dialog', { name: 'red.png' })
      await large.waitFor()
      assert.deepEqual(await violationsOn(page), [])
      await page.keyboard.press('Escape')
      await large.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open red.png')
    })

    test('[UIC2] a pasted picture is named by its minute, and a message may be nothing but files', async () => {
      const { page } = visitor
      await field(page).focus()
      await bring(page, 'paste', { name: 'image.png', type: 'image/png', bytes: [...png] })
      const remove = page.getByRole('button', { name: /^Remove .+\.png$/ })
      await remove.waitFor()
      const name = (await remove.getAttribute('aria-label'))?.replace('Remove ', '') ?? ''
      assert.match(name, /\d\d-\d\d/)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await other.page.getByRole('button', { name: `Open ${name}` }).waitFor()
      await idle(page)
    })

    test('[UIC2] what is dropped anywhere on the page is attached; a text file is named with its size', async () => {
      const { page } = visitor
      const bytes = [...Buffer.from('warp and weft\n'.repeat(100))]
      await bring(page, 'dragenter', { name: 'notes.txt', type: 'text/plain', bytes })
      await page.getByText('Drop files to attach them').waitFor()
      await bring(page, 'drop', { name: 'notes.txt', type: 'text/plain', bytes })
      await page.getByText('Drop files to attach them').waitFor({ state: 'detached' })
      await isThere(page, 'notes.txt')
      await say(page, 'and these notes')
      const link = said(other.page, 'and these notes').getByRole('link', { name: /notes\.txt/ })
      await link.waitFor()
      assert.match(await link.innerText(), /1\.4 kB/i)
      await idle(page)
    })

    test('[FIL10] [ATT1] what an agent hands over stands under its answer, for both, and can be saved', async () => {
      const { page } = visitor
      await say(page, 'send me a file')
      const links = (reader: Page) =>
        answered(reader, 'Here they are')
          .last()
          .getByRole('list', { name: 'Attached files' })
          .getByRole('link')
      for (const reader of [page, other.page]) {
        await links(reader).nth(1).waitFor()
        assert.match(await links(reader).first().innerText(), /warp\.csv/)
      }
      const saving = page.waitForEvent('download')
      await links(page).first().click()
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'warp.csv')
      assert.match(await text(await saved.createReadStream()), /^thread,tension\n1,4\n/)
      assert.deepEqual(await violationsOn(page), [])
      await idle(page)
    })

    test('[UIC2] what is removed comes back by an undo, at its place', async () => {
      const { page } = visitor
      for (const name of ['one.txt', 'two.txt'])
        await choose(page, { name, mimeType: 'text/plain', buffer: Buffer.from(name) })
      await isThere(page, 'one.txt')
      await isThere(page, 'two.txt')
      await page.getByRole('button', { name: 'Remove one.txt' }).click()
      await page.getByRole('button', { name: 'Remove one.txt' }).waitFor({ state: 'detached' })
      assert.equal(await field(page).evaluate((element) => element === document.activeElement), true)
      await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
      await isThere(page, 'one.txt')
      const names = await tray(page).getByRole('listitem').allInnerTexts()
      assert.deepEqual(
        names.map((text) => text.split('\n')[0]),
        ['one.txt', 'two.txt'],
      )
      for (const name of ['one.txt', 'two.txt'])
        await page.getByRole('button', { name: `Remove ${name}` }).click()
      await tray(page).waitFor({ state: 'detached' })
    })

    test('[ATT1] a file of 26 MiB is refused by name and limit before anything is sent', async () => {
      const { page } = visitor
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/v1/files')) sent.push(request.method())
      })
      // Sent to the browser in one piece it would take longer than the rest together.
      await page.evaluate((size) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(size)], 'huge.bin'))
        window.dispatchEvent(
          new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
        )
      }, 26 * mebibyte)
      await page
        .getByRole('alert')
        .getByText(/huge\.bin has .+; a file can have .+ at most\./)
        .waitFor()
      assert.equal(await tray(page).count(), 0)
      assert.deepEqual(sent, [])
    })

    test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
      assert.deepEqual(visitor.complaints, [])
      assert.deepEqual(other.complaints, [])
    })
  })
}

interface Brought {
  name: string
  type: string
  bytes: number[]
}

/** As the browser tells of it when someone pastes or drops a file. */
async function bring(page: Page, how: 'paste' | 'dragenter' | 'drop', file: Brought): Promise<void> {
  await page.evaluate(
    ([kind, { name, type, bytes }]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const about = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...about, clipboardData: transfer })
          : new DragEvent(kind, { ...about, dataTransfer: transfer })
      const target = kind === 'paste' ? document.activeElement : document.querySelector('main')
      target?.dispatchEvent(event)
    },
    [how, file] as const,
  )
}

async function isLoaded(image: Locator): Promise<void> {
  await image.waitFor()
  await image.evaluate((element: HTMLImageElement) => element.decode())
}
