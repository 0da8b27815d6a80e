// What a test needs to be there before it begins, made over HTTP in the name of a visitor: it is not what the test is
// about, and pressing it together would take most of the time.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import type { HeldModel } from './held-model.ts'
import type { Account } from './visit.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export async function call<T>(
  context: BrowserContext,
  url: string,
  [method, path]: readonly [Method, string],
  body?: unknown,
): Promise<T> {
  const answer = await context.request.fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'X-Heddle-Request': '1', Origin: url, 'Idempotency-Key': randomUUID() },
    ...(body === undefined ? {} : { data: body }),
  })
  const text = await answer.text()
  assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`)
  // As the contract says; the gateway's own tests vouch for it.
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Takes the link and signs the visitor in. */
export async function joinBy(context: BrowserContext, link: string, account: Account): Promise<void> {
  const { origin, hash } = new URL(link)
  await call(context, origin, ['POST', '/join'], { code: hash.slice(1), ...account })
}

export async function invite(context: BrowserContext, url: string, role: string): Promise<string> {
  return (await call<{ url: string }>(context, url, ['POST', '/invites'], { role })).url
}

/** The id of a session that the whole team sees. */
export function openTeamSession(context: BrowserContext, url: string, title: string): Promise<string> {
  return openSession(context, url, title, 'team')
}

export async function openSession(
  context: BrowserContext,
  url: string,
  title: string,
  visibility: 'private' | 'team' = 'private',
): Promise<string> {
  const { id } = await call<{ id: string }>(context, url, ['POST', '/sessions'], { visibility })
  await call(context, url, ['PATCH', `/sessions/${id}`], { title })
  return id
}

/** From now on agents ask the model that the test holds. */
export async function connectModel(context: BrowserContext, url: string, model: HeldModel): Promise<void> {
  const models = [{ id: 'held' }]
  await call(context, url, ['PUT', '/providers/test'], { baseUrl: model.baseUrl, models })
}
