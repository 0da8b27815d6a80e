// Walks the fixtures of the gallery in light and dark at three widths: no violation that axe can find, nothing wider
// than the window, nothing in the console.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from './open-browser.ts'
import { serveBuild } from './serve-build.ts'

const widths = [390, 820, 1280] as const
const themes = ['light', 'dark'] as const
const looks = themes.flatMap((theme) => widths.map((width) => ({ theme, width })))
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}
declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> }

describe('gallery', { concurrency: 2 }, async () => {
  const [site, browser] = await Promise.all([serveBuild(), openBrowser()])
  after(async () => {
    await browser.close()
    await site.close()
  })
  const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const ids = await fixtureIds(browser, site.url)

  for (const [index, look] of looks.entries()) {
    test(`[A11Y1] fixtures in ${look.theme} at ${look.width} px are sound for axe, fit, and are silent in the console`, async () => {
      const context = await openContext(browser, look.width)
      const problems: string[] = []
      const page = await context.newPage()
      listen(page, problems)
      await page.goto(`${site.url}/gallery?theme=${look.theme}`)
      await page.evaluate(axeSource)
      const words = `${look.theme}, ${look.width} px`
      for (const id of shareOf(ids, index)) problems.push(...(await examine(page, id, words)))
      await context.close()
      assert.deepEqual(problems, [])
    })
  }
})

/**
 * Each fixture in one of the looks, so that all looks are walked: every fixture in every look takes a quarter of an hour.
 * HEDDLE_WHOLE_GALLERY=1 does that.
 */
function shareOf(ids: readonly string[], look: number): readonly string[] {
  if (process.env.HEDDLE_WHOLE_GALLERY === '1') return ids
  return ids.filter((_, index) => index % looks.length === look)
}

async function openContext(browser: Browser, width: number): Promise<BrowserContext> {
  const isPhone = width < 641
  return browser.newContext({
    viewport: { width, height: isPhone ? 844 : 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
  })
}

function listen(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`${page.url()}: thrown: ${error.message}`))
}

async function examine(page: Page, id: string, look: string): Promise<string[]> {
  const where = `${id || 'index'} (${look})`
  // Within the page, as a link would: loading everything anew for each would take most of the time.
  await page.evaluate((path) => history.pushState(null, '', path + location.search), `/gallery/${id}`)
  try {
    await page.waitForSelector(`[data-fixture="${id}"][data-ready]`, { timeout: 15_000 })
  } catch {
    return [`${where}: never came into its state`]
  }
  const found = await page.evaluate(async (wanted) => {
    await document.fonts.ready
    const moving = document.getAnimations()
    if (moving.some((animation) => animation.effect?.getTiming().iterations === Infinity))
      return { violations: ['something keeps moving although less motion is wanted'], wide: [] }
    await Promise.allSettled(moving.map((animation) => animation.finished))
    // Rows that are not measured yet are hidden, and what they say with them.
    for (let calm = 0, round = 0; calm < 3 && round < 120; round += 1) {
      await new Promise(requestAnimationFrame)
      calm = document.querySelector('[style*="visibility: hidden"] summary') === null ? calm + 1 : 0
    }
    const { violations } = await axe.run(document, { runOnly: wanted, resultTypes: ['violations'] })
    return {
      violations: violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`),
      wide: [...document.querySelectorAll('body *')]
        .filter(sticksOut)
        .map((element) => element.outerHTML.slice(0, 90)),
    }

    /** Beyond the window to the left or right, without an element around it that is meant to cut it off. */
    function sticksOut(element: Element): boolean {
      const { left, right, width } = element.getBoundingClientRect()
      if (width === 0 || (left >= -1 && right <= document.documentElement.clientWidth + 1)) return false
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around.tagName === 'PRE' || /hidden|clip/.test(getComputedStyle(around).overflowX)) return false
      }
      return true
    }
  }, tags)
  const problems = found.violations.map((violation) => `${where}: ${violation}`)
  problems.push(...found.wide.map((element) => `${where}: wider than the window: ${element}`))
  return problems
}

/** The index, which shows all parts, and every page it links to: read from the index itself, so that none is left out. */
async function fixtureIds(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage()
  await page.goto(`${url}/gallery`)
  await page.waitForSelector('[data-ready]')
  const ids = await page.$$eval('[data-fixture-id]', (all) =>
    all.map((e) => e.getAttribute('data-fixture-id') ?? ''),
  )
  await page.close()
  return ['', ...ids]
}
