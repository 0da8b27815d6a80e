// The scenes of people who work together: a discussion beside its session, the inbox of whoever was named, and a search.

import { z } from 'zod'
import { askApi } from './ask-api.ts'
import type { Camera, Page } from './camera.ts'
import { findSession } from './find-session.ts'

export interface Pair {
  url: string
  ann: Page
  bob: Page
  phone: Page
}

const timeline = z.object({
  items: z.array(
    z.object({ eventId: z.string(), kind: z.string(), payload: z.record(z.string(), z.unknown()) }),
  ),
})
const withId = z.object({ id: z.string() })

/** The last of all: what is said here stands in lists and counts that other pictures show. */
export async function setCollaboration(camera: Camera, pair: Pair): Promise<void> {
  const { ann, bob, phone, url } = pair
  const pages = [
    [ann, 'desktop'],
    [phone, 'phone'],
  ] as const
  // Whoever looks at the session has read what is said there.
  for (const [page] of pages) await page.goto(`${url}/members`)
  const id = await findSession(ann, 'Where do the old patterns go?')
  await note(
    bob,
    id,
    '@ann the mill asks whether we want the ash or the beech. Could you look before Friday?',
  )
  const threadId = await discuss(pair, id)
  for (const [page, device] of pages) {
    await page.goto(`${url}/inbox`)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByText('the ash or the beech').waitFor()
    await camera.take(page, device, 'inbox')
    await page.goto(`${url}/search?q=copy`)
    await page.getByText('nightly').first().waitFor()
    await camera.take(page, device, 'search')
  }
  for (const [page, device] of pages) {
    await page.goto(`${url}/sessions/${id}?thread=${threadId}`)
    await page.getByText('the scanner writes them to two disks').waitFor()
    await camera.take(page, device, 'discussion')
  }
}

async function discuss({ ann, bob }: Pair, id: string): Promise<string> {
  const { items } = timeline.parse(await askApi(ann, 'GET', `/sessions/${id}/timeline?limit=100`))
  const anchor = items.find(
    ({ kind, payload }) => kind === 'message.agent' && String(payload['text']).includes('120 GB'),
  )
  if (!anchor) throw new Error('the answer that is discussed is not there')
  const opened = await askApi(bob, 'POST', `/sessions/${id}/threads`, { anchorEventId: anchor.eventId })
  const { id: threadId } = withId.parse(opened)
  await reply(bob, threadId, 'A disk in the shed, or one at your place? @ann, yours is dry.')
  await reply(
    ann,
    threadId,
    'Mine, and a second copy at the library: they have room, and **a door that locks**.',
  )
  await reply(
    bob,
    threadId,
    'Then the checksums go with both. @ann, the scanner writes them to two disks already.',
  )
  return threadId
}

function reply(page: Page, threadId: string, body: string): Promise<unknown> {
  const clientMessageId = crypto.randomUUID()
  return askApi(page, 'POST', `/threads/${threadId}/replies`, { body, clientMessageId })
}

function note(page: Page, id: string, body: string): Promise<unknown> {
  const clientMessageId = crypto.randomUUID()
  return askApi(page, 'POST', `/sessions/${id}/messages`, { body, clientMessageId, mode: 'note' })
}
