// Turns a handler's answer into the response: status of the route, JSON, the version as ETag, the cookie.

import { type Route, type RouteName, routes } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Answer } from './call.ts'
import type { DoorContext } from '../door-env.ts'
import { writeCookie } from './sign-in-cookie.ts'

export type WriteAnswer = (c: DoorContext, name: RouteName, answer: Answer<unknown>) => Response

export interface WriteAnswerDeps {
  clock: Clock
  publicUrl(): string
  /** Looks at every answer before it leaves; tests hold it against the contract. */
  inspectAnswer?: ((name: RouteName, body: unknown) => void) | undefined
}

export function createWriteAnswer(deps: WriteAnswerDeps): WriteAnswer {
  return (c, name, answer) => {
    const status = statusOf(name, answer)
    deps.inspectAnswer?.(name, answer.body)
    if (answer.signIn === 'ended') writeCookie(c, 'clear', deps.publicUrl())
    else if (answer.signIn !== undefined) {
      const { secret, expiresAt } = answer.signIn
      writeCookie(c, { secret, maxAgeMs: expiresAt - deps.clock.wall() }, deps.publicUrl())
    }
    c.header('Cache-Control', 'no-store')
    if (status === 204) return c.body(null, 204)
    const version = versionOf(answer.body)
    if (version !== undefined) c.header('ETag', `"${version}"`)
    return c.json(answer.body, status)
  }
}

export function statusOf(name: RouteName, answer: Answer<unknown>): Route['status'] {
  const { status, repeatStatus }: Route = routes[name]
  return answer.isRepeat && repeatStatus !== undefined ? repeatStatus : status
}

/** Of the thing itself, or of the person where the answer is about oneself. */
function versionOf(body: unknown): number | undefined {
  if (!isRecord(body)) return undefined
  const holder = isRecord(body.person) ? body.person : body
  return typeof holder.version === 'number' ? holder.version : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
