// What comes into somebody's inbox in a test, and the inbox as a test looks at it.

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { call } from './by-http.ts'

export interface Said {
  sessionId: string
  eventId: string
}

/** Somebody writes for people only: no agent answers. */
export async function note(
  context: BrowserContext,
  url: string,
  sessionId: string,
  body: string,
): Promise<Said> {
  const said = { body, mode: 'note', clientMessageId: randomUUID() }
  const { eventId } = await call<{ eventId: string }>(
    context,
    url,
    ['POST', `/sessions/${sessionId}/messages`],
    said,
  )
  return { sessionId, eventId }
}

/** Somebody replies to it, in its discussion. */
export async function reply(
  context: BrowserContext,
  url: string,
  { sessionId, eventId }: Said,
  body: string,
): Promise<{ threadId: string; replyId: string }> {
  const { id } = await call<{ id: string }>(context, url, ['POST', `/sessions/${sessionId}/threads`], {
    anchorEventId: eventId,
  })
  const posted = { body, clientMessageId: randomUUID() }
  const { replyId } = await call<{ replyId: string }>(
    context,
    url,
    ['POST', `/threads/${id}/replies`],
    posted,
  )
  return { threadId: id, replyId }
}

/**
 * Opens a page that shows no session, and waits until it hears of what comes: what came before that is read, and nobody
 * says it.
 */
export async function openHearing(page: Page, address: string): Promise<void> {
  const isInboxes = ({ payload }: { payload: string | Buffer }) =>
    String(payload).startsWith('{"type":"snap","scope":"u:')
  const heard = page
    .waitForEvent('websocket')
    .then((line) => line.waitForEvent('framereceived', { predicate: isInboxes }))
  await Promise.all([heard, page.goto(address)])
}

/** Keeps every sentence that the status region says from now on, also one that says the same as the last. */
export async function keepStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const region = document.querySelector('[role="status"]')
    if (!region) throw new Error('there is no status region')
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes) if (added.textContent) said.push(added.textContent)
    }).observe(region, { childList: true, subtree: true })
  })
}

export function statuses(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said)
}

/** A row by what a screen reader hears of it, or a part of that. */
export function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name: 'Inbox' }).getByRole('link', { name })
}

/** The entry on the rail or in the bar, with its number in words. */
export function entry(page: Page, name: string): Locator {
  const words = new RegExp(`^${name.replace(', ', ' ?, ')}$`)
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: words })
}

/** Badge, title and what the page says agree. */
export async function agrees(page: Page, unread: number): Promise<void> {
  await entry(page, unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`).waitFor()
  await page.waitForFunction(
    (wanted) => (document.title.match(/^\((\d+)\) /)?.[1] ?? '0') === wanted,
    String(unread),
  )
}
