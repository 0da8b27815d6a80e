// `node packages/web/build/make-icons.ts`: draws the icons of the installed app from favicon.svg. Run by hand after that
// file has changed; the pictures are kept in the repository, so that building needs no browser.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const folder = join(import.meta.dirname, '..', 'public')
const ground = '#faf8f4'

/** `share`: how much of the square the drawing takes. A mask may cut away all but the middle four fifths. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 1, isFilled: false },
  { name: 'icon-512.png', size: 512, share: 1, isFilled: false },
  { name: 'icon-maskable-512.png', size: 512, share: 0.72, isFilled: true },
  { name: 'apple-touch-icon.png', size: 180, share: 0.86, isFilled: true },
] as const

const drawing = await readFile(join(folder, 'favicon.svg'), 'utf8')
const browser = await chromium.launch({
  executablePath: process.env.HEDDLE_TEST_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const { name, size, share, isFilled } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const inner = Math.round(size * share)
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${isFilled ? ground : 'transparent'}}svg{width:${inner}px;height:${inner}px}</style>${drawing}`,
    )
    await writeFile(join(folder, name), await page.screenshot({ omitBackground: !isFilled }))
    await page.close()
  }
} finally {
  await browser.close()
}
