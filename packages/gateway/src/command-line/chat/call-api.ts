// Calls the HTTP API of a gateway, by the contract's table of routes.

import { apiPrefix, routes, type RouteName } from '@heddle/contract'
import { z } from 'zod'
import { NotRunning } from '../explain-failure.ts'
import { refusalFrom } from '../operation-lines.ts'

/** Where the gateway is and who asks. */
export interface Address {
  url: string
  token: string
}

export interface ApiInput {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
}

export type AnswerOf<Name extends RouteName> = z.infer<(typeof routes)[Name]['answer']>

export interface Api {
  /** Throws the gateway's Refusal, or NotRunning when nothing answers there. */
  call<Name extends RouteName>(name: Name, input?: ApiInput): Promise<AnswerOf<Name>>
}

const patienceMs = 30_000

export function createApi(address: () => Address): Api {
  return {
    async call<Name extends RouteName>(name: Name, input: ApiInput = {}) {
      const route = routes[name]
      const { url, token } = address()
      const response = await send(url, `${url}${apiPrefix}${writePath(route.path, input)}`, {
        method: route.method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-heddle-request': '1',
          ...(input.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
        // A token is not carried on to wherever a stranger points.
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (response.status === 204) return undefined as AnswerOf<Name>
      const answer = await readJson(url, response)
      if (!response.ok) throw toRefusal(url, answer)
      // The route's own schema vouches for the type.
      return route.answer.parse(answer) as AnswerOf<Name>
    },
  }
}

function writePath(template: string, { path = {}, query = {} }: ApiInput): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? filled : `${filled}?${given.toString()}`
}

async function send(url: string, target: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(target, init)
  } catch {
    throw nothingAnswersAt(url)
  }
}

export function nothingAnswersAt(url: string): NotRunning {
  return new NotRunning(`No Heddle answers at ${url}. Start it with "heddle start", or look at the address.`)
}

async function readJson(url: string, response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch {
    throw notHeddle(url)
  }
}

const errorShape = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z
      .array(z.object({ field: z.string(), message: z.string(), nearest: z.string().optional() }))
      .default([]),
  }),
})

function toRefusal(url: string, answer: unknown): Error {
  const parsed = errorShape.safeParse(answer)
  return parsed.success ? refusalFrom(parsed.data.error) : notHeddle(url)
}

function notHeddle(url: string): NotRunning {
  return new NotRunning(`What answers at ${url} is not Heddle.`)
}
