// `npm run screenshots [-- part of a name]`: pictures of the real program for the documents, and the page that shows
// them. Takes about two minutes; needs chromium.

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedPeople } from './dev/seed-story.ts'
import { seedWorkspace } from './dev/seed-workspace.ts'
import { repositoryRoot } from './repository.ts'
import { type Camera, openCamera, type Page } from './screenshots/camera.ts'
import { openHalfAnswer } from './screenshots/half-answer.ts'
import {
  allPicturesBytesMax,
  fileNameOf,
  pictureBytesMax,
  picturesFolder,
  scenes,
  themes,
} from './screenshots/scenes.ts'
import { openPicturedDiscord, setChannels } from './screenshots/set-channels.ts'
import { setCollaboration } from './screenshots/set-collaboration.ts'
import { setFirstRun } from './screenshots/set-first-run.ts'
import { putAway, setSessions } from './screenshots/set-sessions.ts'
import { setSettings } from './screenshots/set-settings.ts'
import { shiftClock } from './screenshots/shift-clock.ts'
import { startPlace } from './screenshots/start-place.ts'
import { writeIndex } from './screenshots/write-index.ts'
import { findBrowser } from './testing/find-browser.ts'
import { buildWebIfStale } from './web-build/build-web.ts'

/** A Thursday afternoon. */
const picturedMs = Date.UTC(2026, 2, 12, 15, 20)
const pictures = join(repositoryRoot, picturesFolder)
const say = (line: string) => console.log(line)

const only = process.argv[2] ?? ''
const files = scenes.flatMap((scene) => themes.map((theme) => fileNameOf(scene, theme)))
const browser = findBrowser()
if (!files.some((file) => file.includes(only))) {
  console.error(`No picture has "${only}" in its name. There is:\n  ${files.join('\n  ')}`)
  process.exitCode = 2
} else if ('missing' in browser) {
  console.error(`Pictures need chromium: ${browser.missing}`)
  process.exitCode = 2
} else if (!buildWebIfStale(say)) {
  process.exitCode = 1
} else {
  process.env.HEDDLE_TEST_BROWSER = browser.path
  await takeAll()
}

async function takeAll(): Promise<void> {
  const shiftMs = picturedMs - Date.now()
  // Here, too: a place never goes back behind the time at which it was last written, and the demo data is made here.
  shiftClock(shiftMs)
  mkdirSync(pictures, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'heddle-pictures-'))
  const camera = await openCamera({ shiftMs, folder: pictures, only, say })
  const discord = await openPicturedDiscord()
  try {
    await inPlace(join(work, 'new'), shiftMs, (place) => setFirstRun(camera, place))
    const folder = join(work, 'worked-in')
    await seedWorkspace({ folder, nowMs: picturedMs, channels: discord.channels })
    await inPlace(folder, shiftMs, ({ url }) => pictureWork(camera, url))
  } finally {
    await camera.close()
    await discord.close()
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
  writeFileSync(join(pictures, 'README.md'), writeIndex(scenes))
  judgeSizes()
}

async function inPlace(
  folder: string,
  shiftMs: number,
  visit: (place: Awaited<ReturnType<typeof startPlace>>) => Promise<void>,
): Promise<void> {
  const place = await startPlace(folder, shiftMs)
  try {
    await visit(place)
  } finally {
    await place.stop()
  }
}

async function pictureWork(camera: Camera, url: string): Promise<void> {
  const endpoint = await openHalfAnswer()
  try {
    const ann = await comeIn(await camera.openPage('desktop'), url, 'ann')
    const bob = await comeIn(await camera.openPage('desktop'), url, 'bob')
    const phone = await comeIn(await camera.openPage('phone'), url, 'ann')
    await putAway(ann)
    await setSettings(camera, ann, url)
    await setChannels(camera, ann, url)
    await setSessions(camera, { url, ann, bob, phone, endpointUrl: endpoint.url })
    await setCollaboration(camera, { url, ann, bob, phone })
  } finally {
    await endpoint.close()
  }
}

async function comeIn(page: Page, url: string, handle: string): Promise<Page> {
  const person = seedPeople.find((each) => each.handle === handle)
  if (!person) throw new Error(`nobody of the demo data is called ${handle}`)
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Handle').fill(person.handle)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/sessions/)
  return page
}

function judgeSizes(): void {
  const sizes = files.map((file) => ({
    file,
    bytes: statSync(join(pictures, file), { throwIfNoEntry: false })?.size ?? 0,
  }))
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { file, bytes } of sizes.filter((each) => each.bytes > pictureBytesMax)) {
    console.error(`${file} has ${bytes} bytes; a picture can have ${pictureBytesMax} at most`)
    process.exitCode = 1
  }
  if (all > allPicturesBytesMax) {
    console.error(`The pictures have ${all} bytes; together they can have ${allPicturesBytesMax} at most`)
    process.exitCode = 1
  }
  say(`${files.length} pictures, ${Math.round(all / 1_000)} KB`)
}
