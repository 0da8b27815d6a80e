// Which route a request means. Routes are data; their paths are written as in Discord's own OpenAPI document.

import type { DiscordWorld } from './discord-state.ts'
import type { DiscordApplication } from './discord-words.ts'
import type { UploadedFile } from './rest-words.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RestCall {
  world: DiscordWorld
  /** One of what the path names in braces; throws if it names no such thing. */
  param(name: string): string
  query: Readonly<Record<string, string>>
  body: unknown
  files: readonly UploadedFile[]
  /** Whose token the request had, if it had one. */
  bot: DiscordApplication | undefined
}

export interface BotCall extends RestCall {
  bot: DiscordApplication
}

export interface RouteAnswer {
  status: number
  body?: unknown
}

interface RouteAround {
  method: Method
  path: `/${string}`
  /** Two routes may have the same form: this one is meant where it says yes. Absent: always. */
  isMeant?(world: DiscordWorld, params: Readonly<Record<string, string>>): boolean
  /** Answers to interactions count neither for the global limit nor for a bucket. */
  isUnlimited?: boolean
}

export type DiscordRoute =
  | (RouteAround & { auth: 'bot'; handle(call: BotCall): RouteAnswer | Promise<RouteAnswer> })
  /** The path itself holds the secret, or there is none. */
  | (RouteAround & { auth: 'none'; handle(call: RestCall): RouteAnswer | Promise<RouteAnswer> })

export interface RouteMatch {
  route: DiscordRoute
  params: Readonly<Record<string, string>>
}

export interface Router {
  /** Undefined: there is no such route. */
  match(world: DiscordWorld, method: string, path: string): RouteMatch | undefined
}

export function createRouter(routes: readonly DiscordRoute[]): Router {
  // `/users/@me` is meant before `/users/{user_id}`, and what has a condition before what has none.
  const sorted = routes.toSorted(
    (a, b) => holesIn(a.path) - holesIn(b.path) || Number(!a.isMeant) - Number(!b.isMeant),
  )
  return {
    match(world, method, path) {
      for (const route of sorted) {
        if (route.method !== method) continue
        const params = readPath(route.path, path)
        if (params && (route.isMeant?.(world, params) ?? true)) return { route, params }
      }
      return undefined
    },
  }
}

function holesIn(path: string): number {
  return path.split('{').length - 1
}

function readPath(pattern: string, path: string): Record<string, string> | undefined {
  const [expected, given] = [pattern.split('/'), path.split('/')]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of expected.entries()) {
    const value = given[i] ?? ''
    if (!part.startsWith('{')) {
      if (part !== value) return undefined
      continue
    }
    if (value === '') return undefined
    params[part.slice(1, -1)] = value
  }
  return params
}
