// The discussion beside a session, as a test looks at it.

import type { Locator, Page } from 'playwright-core'
import { call } from './by-http.ts'
import type { Visitor } from './visit.ts'

export function panel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Discussion' })
}

/** On a phone. */
export function sheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discussion' })
}

export function replyField(within: Locator): Locator {
  return within.getByRole('textbox', { name: 'Reply', exact: true })
}

export function replies(within: Locator): Locator {
  return within.getByRole('list', { name: 'Replies' }).getByRole('listitem')
}

/** Who said what, in order. */
export function talked(within: Locator): Promise<string[]> {
  return within
    .getByRole('list', { name: 'Replies' })
    .locator('[data-reply-id]')
    .evaluateAll((all) =>
      all.map((row) => {
        const who = row.getAttribute('aria-label')?.split(',')[0]
        return `${who}: ${row.querySelector('[class*="body"], [class*="gone"]')?.textContent ?? ''}`
      }),
    )
}

/** What each row of the timeline says is discussed: "1 reply, 1 unread, open the discussion". */
export function chips(page: Page): Locator {
  return page.getByRole('feed').getByRole('button', { name: /(?:repl(?:y|ies)|Discussion), .*discussion/ })
}

/** Said to people only, one after the other. */
export async function note(who: Visitor, url: string, sessionId: string, body: string): Promise<string> {
  const { eventId } = await call<{ eventId: string }>(
    who.context,
    url,
    ['POST', `/sessions/${sessionId}/messages`],
    { body, clientMessageId: `note-${body.replaceAll(/\W+/g, '-')}`.slice(0, 60), mode: 'note' },
  )
  return eventId
}

export async function openThread(
  who: Visitor,
  url: string,
  sessionId: string,
  anchorEventId: string,
): Promise<string> {
  const path = `/sessions/${sessionId}/threads`
  return (await call<{ id: string }>(who.context, url, ['POST', path], { anchorEventId })).id
}

export async function postReply(who: Visitor, url: string, threadId: string, body: string): Promise<string> {
  const path = `/threads/${threadId}/replies`
  const clientMessageId = `reply-${body.replaceAll(/\W+/g, '-')}`.slice(0, 60)
  return (await call<{ replyId: string }>(who.context, url, ['POST', path], { body, clientMessageId }))
    .replyId
}

/** Keeps what the one polite status region says from now on, sentence by sentence. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('[role="status"]').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    const region = document.querySelector('[role="status"]')
    if (!region) throw new Error('there is no status region')
    new MutationObserver(() => {
      const text = region.textContent ?? ''
      if (text !== '' && heard.at(-1) !== text) heard.push(text)
    }).observe(region, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'heard') as string[])
}
