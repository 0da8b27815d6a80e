// Asks the API as whoever is signed in on a page.

import type { Page } from './camera.ts'

export async function askApi(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const { status, text } = await page.evaluate(
    async (asked) => {
      const answer = await fetch(`/api/v1${asked.path}`, {
        method: asked.method,
        headers: { 'Content-Type': 'application/json', 'X-Heddle-Request': '1' },
        ...(asked.body !== undefined && { body: asked.body }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
  )
  if (status >= 400) throw new Error(`${method} ${path} was answered with ${status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
