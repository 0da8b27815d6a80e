// One session, two people, the real gateway and its demo model: the same order for both, whatever breaks in between.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { openBrowser } from './open-browser.ts'
import { type Gateway, startGateway } from './start-gateway.ts'
import { type Account, join, makeInvite, say, signIn, visit, type Visitor } from './visit.ts'

const ann: Account = { name: 'Ann Lee', handle: 'ann', password: 'a quiet warp line' }
const bob: Account = { name: 'Bob Okafor', handle: 'bob', password: 'another quiet line' }
const vic: Account = { name: 'Vic Moreau', handle: 'vic', password: 'a third quiet line' }

describe('a session', () => {
  let browser: Browser
  let gateway: Gateway & { remove(): Promise<void> }
  let owner: Visitor
  let member: Visitor
  let address = ''

  before(async () => {
    gateway = await startGateway()
    browser = await openBrowser()
    owner = await visit(browser)
    member = await visit(browser)
  })
  after(async () => {
    await browser?.close()
    await gateway?.stop()
    await gateway?.remove()
  })

  test('[WEB1] from the owner link to the first answer it is one press and a sentence', async () => {
    const { page } = owner
    await join(page, gateway.ownerLink ?? '', ann)
    await say(page, 'hello there')
    await page.getByRole('article').getByText('demo model', { exact: true }).first().waitFor()
    await finished(page, 1)
    await page.getByRole('heading', { level: 1, name: 'hello there' }).waitFor()
    assert.equal(await page.getByRole('list', { name: 'On its way' }).count(), 0)
    assert.deepEqual(await violationsOn(page), [])
    address = page.url()
  })

  test('[SES10] the title that a person gives stays, and everyone is shown it', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Type a title.').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Greetings')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await page.goto(`${gateway.url}/sessions`)
    await page.getByRole('link', { name: 'Greetings' }).waitFor()
  })

  test('[SES7] a private session does not exist for others, until they are added or the team sees it', async () => {
    const link = await makeInvite(owner.page, gateway.url, 'Member')
    await join(member.page, link, bob)
    await member.page.goto(address)
    await member.page.getByText('It is not there any more').waitFor()
    await owner.page.goto(address)
    await owner.page.getByRole('button', { name: /^Who takes part/ }).click()
    const someone = owner.page.getByRole('combobox', { name: 'Add someone' })
    await someone.fill('nobody')
    await someone.press('Enter')
    await owner.page.locator('[aria-invalid="true"]').waitFor()
    await someone.fill('bo')
    await owner.page.getByRole('option', { name: /@bob$/ }).click()
    await owner.page.getByRole('dialog').getByRole('listitem').getByText('@bob').waitFor()
    await owner.page.getByRole('button', { name: 'Close' }).click()
    await member.page.goto(address)
    await member.page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
  })

  test('[I24] two people see the same order live, text while it is written, and nothing twice', async () => {
    const [one, two] = [owner.page, member.page]
    await say(one, 'count to 12')
    await two.getByText('writing', { exact: true }).waitFor()
    await say(two, 'repeat from Bob')
    await say(one, 'repeat from Ann')
    await two.getByRole('region', { name: 'Waiting messages' }).waitFor()
    await idle(one)
    await idle(two)
    const seen = await articles(one)
    assert.deepEqual(await articles(two), seen)
    assert.equal(seen.filter((text) => text.includes('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12')).length, 1)
    const drawn = await places(one)
    assert.equal(new Set(drawn).size, drawn.length)
  })

  test('[UIS2] a reload in the middle of a text loses and repeats nothing', async () => {
    const { page } = owner
    await say(page, 'count to 20')
    await page.getByText('writing', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('writing', { exact: true }).waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await idle(page)
    await idle(member.page)
    assert.deepEqual(await articles(page), await articles(member.page))
    await page.getByText(counted(20)).waitFor()
  })

  test('[UIS2] a dropped line in the middle of a text is taken up where it was', async () => {
    const late = await visit(browser)
    const lines: WebSocketRoute[] = []
    let isDown = false
    await late.page.routeWebSocket(/\/api\/v1\/live$/, (line) => {
      if (isDown) return void line.close({ code: 1001 })
      lines.push(line)
      line.connectToServer()
    })
    await late.context.addCookies(await owner.context.cookies())
    await late.page.goto(address)
    await say(late.page, 'count to 24')
    await late.page.getByText('writing', { exact: true }).waitFor()
    isDown = true
    await lines.at(-1)?.close({ code: 1001 })
    await late.context.setOffline(true)
    // Said while there is no line: it waits and is sent once, when there is one again.
    await say(late.page, 'repeat said in the tunnel')
    await late.page.getByRole('list', { name: 'On its way' }).getByText('waits for the server').waitFor()
    await late.page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    isDown = false
    await late.context.setOffline(false)
    await late.page.getByText('repeat said in the tunnel').first().waitFor()
    await idle(late.page)
    await idle(member.page)
    assert.deepEqual(await articles(late.page), await articles(member.page))
    assert.equal(
      (await articles(late.page)).filter((text) => text.includes('repeat said in the tunnel')).length,
      1,
    )
    await late.page.getByText(counted(24)).waitFor()
    await late.context.close()
  })

  test('[SES9] what waits is edited, moved and cancelled; stop ends what runs and says so', async () => {
    const { page } = owner
    await say(page, 'slow')
    await page.getByText('writing', { exact: true }).waitFor()
    for (const text of ['repeat first', 'repeat second', 'repeat third']) await say(page, text)
    const queue = page.getByRole('region', { name: 'Waiting messages' })
    await queue.getByText('3 messages wait').waitFor()
    const up = page.getByRole('button', { name: 'Move up: repeat third' })
    await up.click()
    await queue.getByRole('listitem').nth(1).getByText('repeat third').waitFor()
    await up.click()
    await queue.getByRole('listitem').first().getByText('repeat third').waitFor()
    assert.equal(await up.evaluate((button) => button === document.activeElement), true)
    await page.getByRole('button', { name: 'Cancel: repeat first' }).click()
    await queue.getByText('2 messages wait').waitFor()
    await page.getByRole('button', { name: 'Edit: repeat second' }).click()
    await page.getByRole('textbox', { name: 'Waiting message' }).fill('repeat another')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: 'Waiting message' }).waitFor({ state: 'detached' })
    await page.locator('[aria-label="Edit: repeat another"]:focus').waitFor()
    await queue.getByText('repeat another').waitFor()
    const order = () => queue.getByRole('listitem').allInnerTexts()
    assert.deepEqual(
      (await order()).map((text) => /repeat \w+/.exec(text)?.[0]),
      ['repeat third', 'repeat another'],
    )
    assert.equal(await member.page.getByRole('button', { name: /^Edit:/ }).count(), 0)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('stopped here').last().waitFor()
    await idle(page)
    assert.equal(await page.getByText('cancelled by a stop').count(), 2)
    assert.equal(await queue.count(), 0)
  })

  test('[SES9] a long message that waits is changed as a whole; what was typed outlives the message', async () => {
    const { page } = owner
    const long = `repeat ${'thread '.repeat(4_000)}end`
    await say(page, 'slow')
    await page.getByText('writing', { exact: true }).waitFor()
    await say(page, long)
    const queue = page.getByRole('region', { name: 'Waiting messages' })
    await queue.getByText('cut', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Edit: repeat thread/ }).click()
    const editor = page.getByRole('textbox', { name: 'Waiting message' })
    assert.equal(await editor.inputValue(), long)
    await editor.fill('repeat what I typed')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await queue.getByText('What you typed is still here.').waitFor()
    assert.deepEqual(await violationsOn(page), [])
    await page.getByRole('button', { name: 'Put it into a new message' }).click()
    const field = page.getByRole('textbox', { name: 'Message', exact: true })
    assert.equal(await field.inputValue(), 'repeat what I typed')
    assert.equal(await field.evaluate((element) => element === document.activeElement), true)
    await field.fill('')
    await idle(page)
  })

  test('[UIS4] each sees that the other looks on and types', async () => {
    await owner.page.getByRole('img', { name: /^Looking on: Bob Okafor/ }).waitFor()
    await member.page.getByRole('img', { name: /^Looking on: Ann Lee/ }).waitFor()
    await member.page.getByRole('textbox', { name: 'Message', exact: true }).fill('hm')
    await owner.page.getByText('Bob Okafor is typing').waitFor()
    await member.page.getByRole('textbox', { name: 'Message', exact: true }).fill('')
    await owner.page.getByText('Bob Okafor is typing').waitFor({ state: 'detached' })
  })

  test('[SES5] a failed turn says what happened, what is safe and what to do', async () => {
    const { page } = owner
    await say(page, 'fail')
    await page.getByText('Main could not finish', { exact: true }).waitFor({ timeout: 40_000 })
    await page.getByText('What was said and written so far is kept').waitFor()
    await idle(page)
    assert.deepEqual(await violationsOn(page), [])
  })

  test('[SES6] a redacted message is gone for everyone, at once and after a reload', async () => {
    const { page } = member
    await say(page, 'repeat the secret word')
    await page
      .getByRole('article', { name: /^Main, answered/ })
      .getByText('the secret word')
      .waitFor()
    await idle(page)
    const mine = page.getByRole('article', { name: /^Bob Okafor/ }).filter({ hasText: 'the secret word' })
    await mine.hover()
    await mine.getByRole('button', { name: /^Redact/ }).click()
    await page.getByRole('alertdialog').getByText('Backups made before keep theirs.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Redact' }).click()
    await owner.page.getByText('Redacted. It was written by Bob Okafor.').waitFor()
    await page.reload()
    await page.getByText('Redacted. It was written by Bob Okafor.').waitFor()
    // Bob is no admin: the agent's words are not his to take back.
    assert.equal(
      await page
        .getByRole('article', { name: /^Main, answered/ })
        .getByRole('button', { name: /^Redact/ })
        .count(),
      0,
    )
  })

  test('[CMD8] a slash command is answered in a line that only the asker sees; a wrong one names the nearest', async () => {
    const { page } = owner
    const before = await articles(page)
    // What is only begun is completed by Enter; a slip is not.
    await say(page, '/stauts')
    await page.getByText('There is no command /stauts. Did you mean /status?').waitFor()
    await say(page, '/status')
    await page.getByRole('region', { name: 'Answer to your command' }).waitFor()
    assert.deepEqual(await articles(page), before)
  })

  test('[SES7] a viewer reads along without a composer, and is told why', async () => {
    const link = await makeInvite(owner.page, gateway.url, 'Viewer')
    await owner.page.goto(address)
    await owner.page.getByRole('button', { name: /^Who takes part/ }).click()
    await owner.page.getByRole('button', { name: 'Show it to the team' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Show it to the team' }).click()
    await owner.page.getByRole('button', { name: 'Close' }).click()
    const late = await visit(browser, { width: 390 })
    await join(late.page, link, vic)
    await late.page.getByRole('link', { name: /^Sessions/ }).click()
    await late.page.getByRole('link', { name: /Greetings/ }).click()
    await late.page.getByText('You are a viewer here').waitFor()
    assert.equal(await late.page.getByRole('textbox', { name: 'Message', exact: true }).count(), 0)
    assert.equal(await late.page.getByRole('button', { name: 'Stop' }).count(), 0)
    assert.deepEqual(await violationsOn(late.page), [])
    assert.deepEqual(late.complaints, [])
    await late.context.close()
  })

  test('[A11Y1] nothing was thrown and nothing was refused by the browser on the way', () => {
    assert.deepEqual(owner.complaints, [])
    assert.deepEqual(member.complaints, [])
  })

  test('[UIS2] a server that dies in the middle of a text comes back with all of it, and with what was said meanwhile', async () => {
    const { page } = owner
    await say(page, 'count to 20')
    await page.getByText('writing', { exact: true }).waitFor()
    await gateway.kill()
    await say(page, 'repeat said to nobody')
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    gateway = { ...gateway, ...(await gateway.startAgain()) }
    await page
      .getByRole('article', { name: /^Main, answered/ })
      .getByText('said to nobody')
      .waitFor()
    await idle(page)
    assert.equal(await page.getByRole('alert').count(), 0)
    const seen = await articles(page)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    assert.deepEqual(await articles(page), seen)
    assert.equal(seen.filter((text) => text.endsWith('repeat said to nobody')).length, 1)
  })

  test('[PPL1] an ended sign-in leads to sign-in, and back to the session', async () => {
    await member.page.goto(address)
    await member.page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    const other = await visit(browser)
    await other.page.goto(`${gateway.url}/sign-in`)
    await signIn(other.page, bob)
    await other.page.waitForURL(`${gateway.url}/sessions`)
    await other.page.evaluate(() =>
      fetch('/api/v1/me/sign-ins', { method: 'DELETE', headers: { 'X-Heddle-Request': '1' } }),
    )
    await member.page.waitForURL(/\/sign-in\?to=%2Fsessions%2Fses_/)
    await signIn(member.page, bob)
    await member.page.waitForURL(address)
    await member.page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await other.context.close()
  })
})

function counted(to: number): string {
  return Array.from({ length: to }, (_, i) => i + 1).join(', ')
}

async function finished(page: Page, count: number): Promise<void> {
  await page
    .getByText(/^Worked /)
    .nth(count - 1)
    .waitFor()
}

async function idle(page: Page): Promise<void> {
  await page
    .getByText(/^(Idle|Stopped|Failed)$/)
    .first()
    .waitFor({ timeout: 40_000 })
}

/** Who said what and when, in order. Steps of a turn are left out: whoever did not watch it sees them folded. */
async function articles(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  // Only what is near the window is drawn.
  await page.setViewportSize({ ...size, height: 12_000 })
  await page.locator('article[aria-posinset="1"]').waitFor()
  const all = await page.getByRole('article', { name: /, (?:said|answered)/ }).evaluateAll((found) =>
    found.map((article) => {
      const text = article.querySelector('[class*="text"]')?.textContent ?? ''
      return `${article.getAttribute('aria-label')}: ${text}`
    }),
  )
  await page.setViewportSize(size)
  return all
}

function places(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole('article')
    .evaluateAll((all) => all.map((article) => article.getAttribute('data-place')))
}
