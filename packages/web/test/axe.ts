// Looks at a page with axe, by every rule that the product promises to keep.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResults {
  violations: { id: string; nodes: { target: unknown[] }[] }[]
}
declare const axe: { run(context: unknown, options: unknown): Promise<AxeResults> }

export async function violationsOn(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  return page.evaluate(async (wanted) => {
    const { violations } = await axe.run(document, { runOnly: wanted, resultTypes: ['violations'] })
    return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, tags)
}
