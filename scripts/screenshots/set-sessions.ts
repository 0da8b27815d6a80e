// The scenes of sessions, on the demo data: the list, what was worked, what is being written, what waits.

import { askApi } from './ask-api.ts'
import type { Camera, Locator, Page } from './camera.ts'
import { beginSession, findSession } from './find-session.ts'
import { halfModel } from './half-answer.ts'
import { drawTwill, isDrawn, scrollToUpperEdge } from './in-page.ts'

export interface Crew {
  url: string
  ann: Page
  bob: Page
  phone: Page
  /** Where the half answer is written. */
  endpointUrl: string
}

const newsletter = 'Spring newsletter'

export async function setSessions(camera: Camera, crew: Crew): Promise<void> {
  await setPast(camera, crew)
  const id = await writeNewsletter(crew)
  await setStreaming(camera, crew, id)
  await setList(camera, crew)
  await setPalette(camera, crew)
  await setPhone(camera, crew)
}

/** What the demo data left at work shows the demo model, which is not what the pictures are about. */
export async function putAway(page: Page): Promise<void> {
  const id = await findSession(page, 'slow')
  await askApi(page, 'POST', `/sessions/${id}/stop`)
  await askApi(page, 'DELETE', `/sessions/${id}`)
}

async function setPast(camera: Camera, { ann, url }: Crew): Promise<void> {
  await ann.goto(`${url}/sessions/${await findSession(ann, 'Proofread the weaving guide')}`)
  await ann.getByText('Everything else can wait for the second edition.').waitFor()
  await ann.getByRole('feed').hover()
  await ann.mouse.wheel(0, -2_600)
  await ann.getByRole('article').filter({ hasText: 'Nothing to mend.' }).evaluate(scrollToUpperEdge)
  await camera.take(ann, 'desktop', 'long-session')

  await ann.goto(`${url}/sessions/${await findSession(ann, 'Nightly import of orders')}`)
  await openDiff(ann)
  await camera.take(ann, 'desktop', 'session')
}

/** The turn that changed something, with its change on show and what was asked for above it. */
async function openDiff(page: Page): Promise<void> {
  const work = page.getByRole('article').filter({ hasText: /Worked .*2 tools/ })
  await openFold(work.locator('details').first())
  await openFold(work.locator('details details').filter({ hasText: 'Edited' }))
  await work.getByText('skipped.push({ row: n, date: text })').last().waitFor()
  await work.evaluate(scrollToUpperEdge)
}

/** What is still being laid out moves away below the pointer; then the press goes elsewhere and is repeated. */
async function openFold(fold: Locator): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    if ((await fold.getAttribute('open')) !== null) return
    await fold.locator('summary').first().click()
    await fold.page().evaluate(isDrawn)
  }
  throw new Error('a fold does not open')
}

async function writeNewsletter({ ann, endpointUrl }: Crew): Promise<string> {
  await askApi(ann, 'PUT', '/providers/workshop', { baseUrl: endpointUrl, models: [{ id: halfModel }] })
  const id = await beginSession(ann, newsletter, ['bob'])
  await askApi(ann, 'PATCH', `/sessions/${id}`, { model: `workshop/${halfModel}` })
  await say(ann, id, 'Draft the spring newsletter. Two short parts: what is new, and the courses.')
  return id
}

async function setStreaming(camera: Camera, { ann, bob, url }: Crew, id: string): Promise<void> {
  await bob.goto(`${url}/sessions/${id}`)
  await bob.getByText('who have woven a scarf').waitFor()
  await ann.goto(`${url}/sessions/${id}`)
  await ann.getByText('who have woven a scarf').waitFor()
  await ann.getByRole('img', { name: /^Looking on: Bob/ }).waitFor()
  await camera.take(ann, 'desktop', 'streaming')
  await say(bob, id, 'Mention that the ash is from our own valley.')
  await say(ann, id, 'Then make a version of 80 words for the shop window.')
  await ann.getByText('2 messages wait').waitFor()
  await ann.getByText(/2 wait/).waitFor()
  await camera.take(ann, 'desktop', 'queue')
}

async function setList(camera: Camera, { ann, url }: Crew): Promise<void> {
  await ann.goto(`${url}/sessions/${await findSession(ann, 'Where do the old patterns go?')}`)
  await ann.getByText('You send 38.7 Mbit/s.').waitFor()
  await camera.take(ann, 'desktop', 'sessions')
}

async function setPalette(camera: Camera, { ann }: Crew): Promise<void> {
  await ann.keyboard.press('Control+k')
  await ann.getByRole('dialog').waitFor()
  await camera.take(ann, 'desktop', 'palette')
  await ann.keyboard.press('Escape')
  await ann.getByRole('dialog').waitFor({ state: 'detached' })
  // Where one types, a single key is a letter.
  await ann.getByRole('heading', { level: 1 }).click()
  await ann.keyboard.press('?')
  await ann.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await camera.take(ann, 'desktop', 'shortcuts')
  await ann.keyboard.press('Escape')
}

async function setPhone(camera: Camera, { phone, url }: Crew): Promise<void> {
  await phone.goto(`${url}/sessions`)
  await phone.getByRole('link', { name: new RegExp(newsletter) }).waitFor()
  await camera.take(phone, 'phone', 'sessions')
  await phone.goto(`${url}/sessions/${await findSession(phone, 'Nightly import of orders')}`)
  await openDiff(phone)
  await camera.take(phone, 'phone', 'session')
  await phone.goto(`${url}/sessions/${await findSession(phone, 'Where do the old patterns go?')}`)
  await phone.getByText('You send 38.7 Mbit/s.').waitFor()
  await phone.locator('input[type=file]').setInputFiles([
    { name: 'twill-draft.png', mimeType: 'image/png', buffer: await drawPattern(phone) },
    {
      name: 'checksums.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('d41d8cd9  pattern-0001.tif\n'.repeat(90)),
    },
  ])
  await phone
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Which of our drafts is this? I found it without a number.')
  await phone.getByRole('button', { name: 'Remove checksums.txt' }).waitFor()
  await camera.take(phone, 'phone', 'composer')
}

function say(page: Page, id: string, body: string): Promise<unknown> {
  return askApi(page, 'POST', `/sessions/${id}/messages`, { body, clientMessageId: crypto.randomUUID() })
}

async function drawPattern(page: Page): Promise<Buffer> {
  const url = String(await page.evaluate(drawTwill))
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
