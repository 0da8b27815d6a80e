// Opens pages as the pictures want them, and takes each picture once by day and once by night. A picture is taken when
// two looks in a row are alike, so that nothing is caught in the middle of being drawn, and kept only if it shows
// something else than the one that is there, so that pictures do not change without a reason.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '../../packages/web/test/open-browser.ts'
import { fontsAreThere, isDrawn, looksAlike } from './in-page.ts'
import { type Device, devices, fileNameOf, type Scene, scenes, type SceneName, themes } from './scenes.ts'
import { shiftClock } from './shift-clock.ts'

type Browser = Awaited<ReturnType<typeof openBrowser>>
type Context = Awaited<ReturnType<Browser['newContext']>>
export type Page = Awaited<ReturnType<Context['newPage']>>
export type Locator = ReturnType<Page['locator']>

export interface Camera {
  openPage(device: Device): Promise<Page>
  take<D extends Device>(page: Page, device: D, name: SceneName<D>): Promise<void>
  close(): Promise<void>
}

const looksMax = 40

export async function openCamera(options: {
  shiftMs: number
  folder: string
  /** A part of a name: only pictures that have it are kept. */
  only: string
  say(line: string): void
}): Promise<Camera> {
  const { shiftMs, folder, only, say } = options
  const browser = await openBrowser()
  const bench = await (await browser.newContext()).newPage()
  return {
    async openPage(device) {
      const context = await browser.newContext({
        viewport: devices[device],
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        hasTouch: device === 'phone',
        isMobile: device === 'phone',
        serviceWorkers: 'block',
      })
      context.setDefaultTimeout(20_000)
      await context.addInitScript(shiftClock, shiftMs)
      return context.newPage()
    },
    async take(page, device, name) {
      const scene: Scene | undefined = scenes.find((each) => each.device === device && each.name === name)
      if (!scene) throw new Error(`no scene is called ${name} on a ${device}`)
      for (const theme of themes) {
        const file = fileNameOf(scene, theme)
        if (!file.includes(only)) continue
        // Away from everything that answers to a pointer.
        await page.mouse.move(devices[device].width - 2, devices[device].height / 2)
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        const picture = await lookUntilStill(page)
        const isSame = await isAlike(bench, picture, join(folder, file))
        if (!isSame) await writeFile(join(folder, file), picture)
        say(`${file}  ${isSame ? 'as before' : `${Math.round(picture.length / 1_000)} KB`}`)
      }
    },
    close: () => browser.close(),
  }
}

async function lookUntilStill(page: Page): Promise<Buffer> {
  await page.evaluate(fontsAreThere)
  let last = await look(page)
  for (let i = 0; i < looksMax; i++) {
    const next = await look(page)
    if (next.equals(last)) return next
    last = next
  }
  throw new Error(`${page.url()} does not come to rest`)
}

async function isAlike(bench: Page, picture: Buffer, path: string): Promise<boolean> {
  const before = await readFile(path).catch(() => undefined)
  if (!before) return false
  return (await bench.evaluate(looksAlike(before, picture))) === true
}

async function look(page: Page): Promise<Buffer> {
  await page.evaluate(isDrawn)
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}
