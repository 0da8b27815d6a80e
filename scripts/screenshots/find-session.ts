// Sessions of the place by their title, and new ones.

import { z } from 'zod'
import { askApi } from './ask-api.ts'
import type { Page } from './camera.ts'

const session = z.object({ id: z.string(), title: z.string().nullable() })

export async function findSession(page: Page, title: string): Promise<string> {
  const { items } = z
    .object({ items: z.array(session) })
    .parse(await askApi(page, 'GET', '/sessions?limit=50'))
  const found = items.find((each) => each.title === title)
  const titles = items.map((each) => each.title).join(', ')
  if (!found) throw new Error(`no session is called "${title}"; there is: ${titles}`)
  return found.id
}

export async function beginSession(page: Page, title: string, participants: string[]): Promise<string> {
  return session.parse(await askApi(page, 'POST', '/sessions', { title, participants })).id
}
