// Markdown, code and diffs as a reader meets them: by keyboard, by pressing, and without a word to foreign servers.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './open-browser.ts'
import { serveBuild } from './serve-build.ts'

describe('markdown', () => {
  let browser: Browser
  let site: { url: string; close(): Promise<void> }

  before(async () => {
    site = await serveBuild()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  async function open(context: BrowserContext, id: string): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${site.url}/gallery/${id}`)
    await page.waitForSelector(`[data-fixture="${id}"][data-ready]`)
    return page
  }

  const narrow = { viewport: { width: 390, height: 844 } }

  test('[UIM4] a wide table and wide code are stops by keyboard, with a name, and scroll; what fits is none', async () => {
    const context = await browser.newContext(narrow)
    const table = await open(context, 'markdown-long-words')
    await scrollsByKeyboard(table, 'Table')
    const code = await open(context, 'code-block-one-long-line')
    await scrollsByKeyboard(code, 'Code, JavaScript')
    const fitting = await open(context, 'code-block-plain')
    assert.equal(await fitting.locator('[role="group"]').count(), 0)
    await context.close()
  })

  test('[UIM7] code is copied whole although it is folded, and the button says so', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await open(context, 'code-block-long')
    await page.getByRole('button', { name: 'Copy' }).press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(await page.locator('[role="status"]').first().innerText(), /Copied/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied.split('\n').length, 310)
    assert.equal((await page.locator('pre').innerText()).trim().split('\n').length, 25)
    await context.close()
  })

  test('[UIM7] it is copied whole also where the page has no clipboard, as on plain http', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const reader = await open(context, 'code-block-plain')
    const page = await context.newPage()
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto(`${site.url}/gallery/code-block-long`)
    await page.waitForSelector('[data-ready]')
    await page.getByRole('button', { name: 'Copy' }).press('Enter')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await reader.bringToFront()
    const copied = await reader.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied.trim().split('\n').length, 310)
    await context.close()
  })

  test('[UIM7] a long listing unfolds and folds again, the focus stays on the button', async () => {
    const context = await browser.newContext()
    const page = await open(context, 'code-block-long')
    await page.getByRole('button', { name: 'Show all 310 lines' }).press('Enter')
    const fewer = page.getByRole('button', { name: 'Show fewer lines' })
    await fewer.waitFor()
    assert.match(await page.locator('pre').innerText(), /line 310/)
    assert.equal(await fewer.evaluate((button) => button === document.activeElement), true)
    await fewer.press('Enter')
    await page.getByRole('button', { name: 'Show all 310 lines' }).waitFor()
    await context.close()
  })

  test('[UIM7] long lines wrap in all blocks at once, and still do after a reload', async () => {
    const context = await browser.newContext(narrow)
    const page = await open(context, 'diff-several-files')
    const wraps = page.getByRole('button', { name: 'Wrap' })
    await wraps.first().press('Enter')
    const pressed = () => wraps.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')))
    assert.deepEqual(await pressed(), ['true', 'true', 'true', 'true'])
    await page.reload()
    await page.waitForSelector('[data-ready]')
    assert.deepEqual(await pressed(), ['true', 'true', 'true', 'true'])
    assert.equal(await page.locator('[role="group"]').count(), 0)
    await context.close()
  })

  test('[UIM7] code is coloured, by the worker, under the content security policy', async () => {
    const context = await browser.newContext()
    const page = await open(context, 'code-block-language-py')
    await page.locator('pre span', { hasText: 'return' }).waitFor()
    const colours = await page
      .locator('pre span')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    assert.ok(new Set(colours).size >= 4)
    await context.close()
  })

  test('[UIM2] nothing is loaded from elsewhere, and links outside say where they lead', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) foreign.push(request.url())
    })
    await page.goto(`${site.url}/gallery/markdown-everything`)
    await page.waitForSelector('[data-ready]')
    const image = page.getByRole('link', { name: 'image: a chart' })
    assert.equal(await image.getAttribute('title'), 'https://example.com/chart.png')
    assert.equal(await image.getAttribute('target'), '_blank')
    assert.equal(await image.getAttribute('rel'), 'noreferrer noopener')
    assert.equal(await page.getByRole('link', { name: 'the session' }).getAttribute('target'), null)
    assert.deepEqual(foreign, [])
    await context.close()
  })
})

async function scrollsByKeyboard(page: Page, name: string): Promise<void> {
  const box = page.getByRole('group', { name })
  await box.waitFor()
  await box.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0)
}
