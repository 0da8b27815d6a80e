// A whole session by keyboard alone, at a desk and in a window as narrow as a phone: from the owner link to the first
// answer, steering, queue, files, forks and links. No pointer is used in this file, and nothing is focused but by keys.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ann, bob } from './accounts.ts'
import { call, connectModel, invite, joinBy } from './by-http.ts'
import { focused } from './focused.ts'
import { type HeldModel, openHeldModel } from './held-model.ts'
import { answered, idle, queue, queued, said, spoken, writing } from './in-session.ts'
import { type EmptyHouse, openEmptyHouse } from './open-house.ts'
import { devices, type Visitor } from './visit.ts'

const stepsMax = 60

for (const device of devices) {
  describe(`by keyboard alone, ${device === 'desk' ? 'at a desk' : 'in a narrow window'}`, () => {
    let house: EmptyHouse
    let model: HeldModel
    let visitor: Visitor
    let page: Page
    let address = ''

    before(async () => {
      ;[house, model] = await Promise.all([openEmptyHouse(), openHeldModel()])
      // Narrow, but with a keyboard: on a phone's own, Enter begins a new line.
      visitor = await house.visit(device === 'desk' ? {} : { width: 390 })
      page = visitor.page
    })
    afterEach(() => model.release())
    after(async () => {
      await house?.close()
      model?.close()
    })

    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
    const type = async (text: string, chord = 'Enter') => {
      await inField(page)
      await page.keyboard.type(text)
      await press(chord)
    }

    test('[UIF3] from the owner link to the first answer', async () => {
      await page.goto(house.ownerLink)
      await page.getByLabel('Name').waitFor()
      await tabTo(page, (it) => it.name === 'name')
      await page.keyboard.type(ann.name)
      await tabTo(page, (it) => it.name === 'password')
      await page.keyboard.type(ann.password)
      await press('Enter')
      await page.waitForURL(/\/sessions\/ses_/)
      await page.getByRole('button', { name: 'show me markdown' }).waitFor()
      await tabTo(page, (it) => it.label === 'show me markdown')
      await press('Enter')
      await answered(page, 'One of each').waitFor()
      await idle(page)
      address = page.url()
      await connectModel(visitor.context, house.url, model)
    })

    test('[UIK3] F6 leads from part to part, and back', async () => {
      await inField(page)
      await press('Shift+F6')
      await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
      await press('F6')
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    })

    test('[SES4] steer, and stop from the palette', async () => {
      await type('hold the boat')
      const answer = await model.next()
      answer.write('Holding.')
      await writing(page)
      await type('to the left', 'Control+Enter')
      await queue(page).getByText('steers').waitFor()
      answer.end()
      await answered(page, 'Heard: to the left').waitFor()
      await idle(page)
      await type('hold again')
      ;(await model.next()).write('Again.')
      await writing(page)
      await press('Control+k')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
      await page.keyboard.type('stop this')
      await page.getByRole('option', { name: 'Stop this session' }).waitFor()
      await press('Enter')
      await answered(page, 'Again.').getByText('stopped here').waitFor()
      await idle(page)
    })

    test('[UIC7] the queue: move, edit, cancel and undo', async () => {
      await type('hold the queue')
      const answer = await model.next()
      answer.write('Waiting.')
      await writing(page)
      for (const text of ['one', 'two', 'three']) await type(text)
      await queue(page).getByText('3 messages wait').waitFor()
      await tabTo(page, (it) => it.label === 'Move up: three', 'Shift+Tab')
      await press('Enter')
      await queue(page).getByRole('listitem').nth(1).getByText('three').waitFor()
      await tabTo(page, (it) => it.label === 'Edit: one', 'Shift+Tab')
      await press('Enter')
      await page.waitForFunction(
        () => document.activeElement?.getAttribute('aria-label') === 'Waiting message',
      )
      await press('End')
      await page.keyboard.type(' more')
      await tabTo(page, (it) => it.label === 'Save')
      await press('Enter')
      await page.waitForFunction(
        () => document.activeElement?.getAttribute('aria-label') === 'Edit: one more',
      )
      await tabTo(page, (it) => it.label === 'Cancel: two')
      await press('Enter')
      await queue(page).getByText('2 messages wait').waitFor()
      await press('F8')
      await page.waitForFunction(() => document.activeElement?.textContent === 'Undo')
      await press('Enter')
      await queue(page).getByText('3 messages wait').waitFor()
      await queue(page).getByRole('listitem').nth(2).getByText('two').waitFor()
      assert.deepEqual(await queued(page), ['one more', 'three', 'two'])
      answer.end()
      await answered(page, 'Heard: two').waitFor()
      await idle(page)
    })

    test('[UIT6] a failed turn is tried again', async () => {
      model.refuseOnce()
      await type('fails once')
      await page.getByText('Main could not finish', { exact: true }).waitFor()
      await toArticle(page, 'turn failed')
      await tabTo(page, (it) => it.label === 'Retry')
      await press('Enter')
      await answered(page, 'Heard: fails once').waitFor()
      await idle(page)
    })

    test('[ATT1] a file is chosen, removed, brought back and sent', async () => {
      await inField(page)
      const asked = page.waitForEvent('filechooser')
      await tabTo(page, (it) => it.label === 'Attach files', 'Shift+Tab')
      await press('Enter')
      await (await asked).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('warp') })
      await page.getByRole('button', { name: 'Remove plan.txt' }).waitFor()
      await tabTo(page, (it) => it.label === 'Remove plan.txt', 'Shift+Tab')
      await press('Enter')
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
      await press('F8', 'Enter')
      await page.getByRole('button', { name: 'Remove plan.txt' }).waitFor()
      await type('the plan')
      await said(page, 'the plan')
        .getByRole('link', { name: /plan\.txt/ })
        .waitFor()
      await idle(page)
    })

    test('[SES6] a message is redacted, and the focus stays in its row', async () => {
      await type('my secret')
      await answered(page, 'Heard: my secret').waitFor()
      await idle(page)
      await toArticle(page, 'said: my secret')
      await tabTo(page, (it) => it.label === 'Redact: my secret')
      await press('Enter')
      await page.getByRole('alertdialog', { name: 'Redact this?' }).waitFor()
      await tabTo(page, (it) => it.label === 'Redact')
      await press('Enter')
      await page.getByText('Redacted. It was written by Ann Lee.').waitFor()
      await page.waitForFunction(() => document.activeElement?.closest('article') !== null)
    })

    test('[UIT4] a link is copied; in a new page it leads there, and back to live', async () => {
      await toArticle(page, 'said: the plan')
      await tabTo(page, (it) => it.label === 'Copy link')
      await press('Enter')
      await page.getByRole('status').getByText('The link was copied.').waitFor()
      const link = await page.evaluate(() => navigator.clipboard.readText())
      const other = await visitor.context.newPage()
      await other.goto(link)
      await other.waitForFunction(() => document.activeElement?.hasAttribute('data-linked'))
      assert.match(await other.evaluate(() => document.activeElement?.textContent ?? ''), /the plan/)
      await other.close()
    })

    test('[UIT6] edit and resend, and fork from an answer', async () => {
      await page.bringToFront()
      await toArticle(page, 'said: fails once')
      await tabTo(page, (it) => it.label === 'Edit and resend: fails once')
      await press('Enter')
      await page.getByRole('dialog', { name: 'Edit and resend' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
      await press('Control+a')
      await page.keyboard.type('works at once')
      await press('Control+Enter')
      await answered(page, 'Heard: works at once').waitFor()
      assert.notEqual(page.url(), address)
      await idle(page)
      const fork = page.url()
      await toArticle(page, 'answered: Heard: works at once')
      await tabTo(page, (it) => it.label === 'Fork from here')
      await press('Enter')
      await page.waitForURL((url) => url.href !== fork)
      await answered(page, 'Heard: works at once').waitFor()
      assert.equal((await spoken(page)).at(-1), 'Main: Heard: works at once')
    })

    test('[UIS4] what the other says comes by itself, and is said in the status region', async () => {
      await page.goto(address)
      await inField(page)
      const guest = await house.browser.newContext()
      await joinBy(guest, await invite(visitor.context, house.url, 'member'), bob)
      const path = `/sessions/${address.split('/').at(-1)}`
      await call(visitor.context, house.url, ['PATCH', path], { visibility: 'team' })
      const note = { body: 'good morning', clientMessageId: 'one', mode: 'note' }
      await call(guest, house.url, ['POST', `${path}/messages`], note)
      await said(page, 'good morning').waitFor()
      await page.getByRole('status').getByText('Bob Okafor wrote something.').waitFor({ state: 'attached' })
      await guest.close()
    })

    test('[UIS2] a reload keeps what was begun; a palette leads elsewhere and back', async () => {
      await inField(page)
      await page.keyboard.type('half a thought')
      await page.reload()
      await inField(page)
      assert.equal(
        await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value),
        'half a thought',
      )
      await press('Control+k')
      await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
      await page.keyboard.type('members')
      await page.getByRole('option', { name: 'Members', exact: true }).waitFor()
      await press('Enter')
      await page.waitForURL(/\/members$/)
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      await page.goBack()
      await page.waitForURL(address)
    })

    test('[A11Y2] begin anew from the list, ask, read from article to article, and come back to write', async () => {
      await page.goto(house.url)
      // One is led on to the list, whose heading has the focus.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      await press('Tab')
      assert.equal(await focused(page), 'New session')
      await press('Enter')
      await page.waitForURL(/\/sessions\/ses_/)
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message')
      await page.keyboard.type('two')
      await press('Shift+Enter')
      await page.keyboard.type('lines')
      await press('Enter')
      await answered(page, 'Heard: two').waitFor()
      await idle(page)
      assert.match(await said(page, 'two').innerText(), /two\nlines/)
      assert.equal(await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value), '')
      await press('Shift+F6')
      await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
      assert.equal(await placeInSet(page), await page.getByRole('article').count())
      while (await stepped(page, 'PageUp'));
      assert.equal(await placeInSet(page), 1)
      assert.equal(await stepped(page, 'PageDown'), true)
      assert.equal(await placeInSet(page), 2)
      await press('Control+Home')
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
      await inField(page)
      await press('Shift+F6')
      await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
      await press('Control+End')
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
      assert.deepEqual(visitor.complaints, [])
    })
  })
}

interface Here {
  tag: string
  name: string | null
  label: string
}

/** Presses Tab until it is there; failing, says where one came by. */
async function tabTo(page: Page, isIt: (here: Here) => boolean, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let i = 0; i < stepsMax; i += 1) {
    const here = await page.evaluate((): Here => {
      const element = document.activeElement
      const label = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
      return { tag: element?.tagName ?? '', name: element?.getAttribute('name') ?? null, label }
    })
    if (here.tag !== 'BODY' && isIt(here)) return
    passed.push(here.label.slice(0, 30))
    await page.keyboard.press(key)
  }
  assert.fail(`never reached; passed ${passed.join(' → ')}`)
}

/** By F6, from wherever one is. */
async function inField(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Message')
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  for (let i = 0; i < 5 && !(await isThere()); i += 1) {
    await page.keyboard.press('F6')
    // It is given a moment in which the list may come into sight.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  assert.equal(await isThere(), true, 'the field was not reached by F6')
}

/** Into the timeline, to its end, and by Page Up to the newest article with these words. */
async function toArticle(page: Page, text: string): Promise<void> {
  await inField(page)
  await page.keyboard.press('Shift+F6')
  await page.waitForFunction(() => document.activeElement?.tagName === 'ARTICLE')
  while (await stepped(page, 'PageDown'));
  for (let i = 0; i < stepsMax; i += 1) {
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    if (label.includes(`, ${text}`)) return
    assert.ok(await stepped(page, 'PageUp'), `no article says ${text}`)
  }
}

/** Which article of the feed has the focus, counted from one. */
function placeInSet(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.getAttribute('aria-posinset')))
}

/** Whether the key led to another article; one that is far away is drawn first. */
async function stepped(page: Page, key: 'PageUp' | 'PageDown'): Promise<boolean> {
  const before = await page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? '')
  await page.keyboard.press(key)
  return page.evaluate(async (was) => {
    for (let i = 0; i < 12; i += 1) {
      if (document.activeElement?.getAttribute('data-place') !== was) return true
      await new Promise(requestAnimationFrame)
    }
    return false
  }, before)
}
