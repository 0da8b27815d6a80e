// The browser's side of the benchmark of the session page: opens it, reads through it and says what it measured.

import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Figure, median } from '../../gateway/bench/benchmark.ts'
import { offerToParent } from '../../gateway/bench/forked-process.ts'
import { openBrowser } from '../test/open-browser.ts'
import { readScrolling, type Scrolled, waitForReadable } from './page-scripts.ts'

const rounds = 5
const mebibyte = 1_048_576
const [url = '', sessionId = '', handle = '', password = ''] = process.argv.slice(2)
const address = `${url}/sessions/${sessionId}`

const browser = await openBrowser()
const figures = [...(await measureOpening(browser)), ...(await measureReading(browser))]
await browser.close()
offerToParent(figures)

async function signIn(context: BrowserContext): Promise<void> {
  await context.request.post(`${url}/api/v1/sign-in`, {
    data: { handle, password },
    headers: { 'X-Heddle-Request': '1', Origin: url },
  })
}

async function readJson<T>(context: BrowserContext, path: string): Promise<T> {
  const answer = await context.request.get(`${url}/api/v1${path}`)
  // As the API promises; its own tests vouch for it.
  return (await answer.json()) as T
}

async function measureOpening(browser: Browser): Promise<Figure[]> {
  const cold: number[] = []
  const byAddress: number[] = []
  const fromList: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await signIn(context)
    const page = await context.newPage()
    await page.goto(address)
    const first = await waitForReadable(page)
    await page.goto(address)
    const again = await waitForReadable(page)
    const inside = await openFromList(page)
    await context.close()
    // The first is for warming up the server.
    if (round === 0) continue
    cold.push(first.usableMs)
    byAddress.push(again.readableMs)
    fromList.push(inside)
  }
  return [
    {
      what: 'first visit to usable',
      value: median(cold),
      unit: 'ms',
      bound: { kind: 'at most', limit: 1_000 },
      note: 'nothing in the cache; from the address to a composer that takes text',
    },
    {
      what: 'address to readable',
      value: median(byAddress),
      unit: 'ms',
      bound: { kind: 'at most', limit: 300 },
      note: 'the app is in the cache; the newest answer is drawn',
    },
    {
      what: 'list to readable',
      value: median(fromList),
      unit: 'ms',
      bound: { kind: 'at most', limit: 300 },
      note: 'from the press in the list',
    },
  ]
}

async function openFromList(page: Page): Promise<number> {
  const { title } = await readJson<{ title: string }>(page.context(), `/sessions/${sessionId}`)
  await page.goto(`${url}/sessions`)
  // Once it counts as read it stands far down in the list; found by its title it is in sight either way.
  await page.getByRole('searchbox').fill(title)
  const link = page.locator(`a[href="${new URL(address).pathname}"]`).first()
  await link.waitFor()
  await link.evaluate((element: HTMLElement) => {
    performance.mark('pressed')
    element.click()
  })
  return (await waitForReadable(page, 'pressed')).readableMs
}

async function measureReading(browser: Browser): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await signIn(context)
  const page = await context.newPage()
  await page.goto(address)
  await waitForReadable(page)
  const slowly = await page.evaluate(readScrolling, { steps: 800, px: -120 })
  const fast = await page.evaluate(readScrolling, { steps: 300, px: -900 })
  const down = await page.evaluate(readScrolling, { steps: 300, px: 300 })
  const { items } = await readJson<{ items: { eventId: string }[] }>(
    context,
    `/sessions/${sessionId}/timeline?after=0&limit=1`,
  )
  await page.goto(`${address}?at=${items[0]?.eventId}`)
  await page.locator('[data-linked]').waitFor()
  const fromStart = await page.evaluate(readScrolling, { steps: 300, px: 900 })
  const memory = await memoryOf(page)
  await context.close()
  const all = [slowly, fast, down, fromStart]
  return [
    jumps(all),
    {
      what: 'rows read on the way',
      value: all.reduce((sum, { places }) => sum + places, 0),
      unit: 'rows',
      bound: { kind: 'at least', limit: 3_000 },
    },
    {
      what: 'memory of the page',
      value: memory,
      unit: 'MiB',
      bound: { kind: 'at most', limit: 200 },
      note: "private memory of the tab's process after all of it",
    },
  ]
}

function jumps(all: readonly Scrolled[]): Figure {
  const found = all.flatMap((scrolled) => scrolled.jumps)
  return {
    what: 'jumps while older and newer rows load',
    value: found.length,
    unit: 'jumps',
    bound: { kind: 'at most', limit: 0 },
    note: `${all.reduce((sum, { steps }) => sum + steps, 0)} steps${found.length > 0 ? `; first: ${JSON.stringify(found[0])}` : ''}`,
  }
}

/** What the tab's own process holds and shares with nobody. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const browser = page.context().browser()
  if (!browser) throw new Error('the browser is gone')
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id))
  return Math.max(...tabs) / mebibyte
}

function privateBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map((match) => Number(match[1]))
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1_024
}
