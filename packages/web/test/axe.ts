// Looks at a page with axe, by every rule that the product promises to keep.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResults {
  violations: { id: string; nodes: { target: unknown[] }[] }[]
}
declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> }

/** What depends on nothing but colours: all that another theme can change. */
const ofColours = ['color-contrast', 'link-in-text-block']

export async function violationsOn(
  page: Page,
  about: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  await bringAxe(page)
  return page.evaluate(
    async (wanted) => {
      // Half faded in, every colour is too pale; and what was just opened begins to fade in a moment later.
      const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      for (let calm = 0, round = 0; calm < 2 && round < 60; round += 1) {
        await frame()
        const moving = document
          .getAnimations()
          .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        // Rows that are not measured yet are hidden, and what they say with them.
        const isDrawing = document.querySelector('[style*="visibility: hidden"] summary') !== null
        calm = moving.length === 0 && !isDrawing ? calm + 1 : 0
        await Promise.allSettled(moving.map((one) => one.finished))
      }
      const { violations } = await axe.run(document, { runOnly: wanted, resultTypes: ['violations'] })
      return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    about === 'colours' ? ofColours : tags,
  )
}

/** In light, and in dark whatever that can change. */
export async function violationsInBothLooks(page: Page): Promise<string[]> {
  const found = await violationsOn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violationsOn(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...inDark.map((one) => `in dark: ${one}`)]
}

/** Half a megabyte to read and compile, so once for each document. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
}
