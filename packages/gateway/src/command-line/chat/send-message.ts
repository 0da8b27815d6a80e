// Sends one message, once: if the gateway goes away meanwhile, it is sent again under the same id until it is accepted.

import { type PostedMessageJson, Refusal } from '@heddle/contract'
import { type Clock, sleep } from '../../foundation/clock.ts'
import type { Random } from '../../foundation/random.ts'
import { NotRunning } from '../explain-failure.ts'
import type { Api } from './call-api.ts'
import { chooseWait } from './choose-wait.ts'

export interface SendDeps {
  api: Api
  clock: Clock
  random: Random
}

export interface NewMessage {
  /** The session's id or key. */
  session: string
  body: string
  clientMessageId: string
}

/** Undefined once `isOver` says that nobody waits any more. Throws the gateway's Refusal. */
export async function sendMessage(
  { api, clock, random }: SendDeps,
  { session, body, clientMessageId }: NewMessage,
  isOver: () => boolean,
): Promise<PostedMessageJson | undefined> {
  for (let tries = 0; !isOver(); tries++) {
    try {
      return await api.call('postMessage', { path: { id: session }, body: { body, clientMessageId } })
    } catch (error) {
      if (!passes(error)) throw error
      await sleep(clock, chooseWait(tries, random.fraction()))
    }
  }
  return undefined
}

function passes(error: unknown): boolean {
  if (error instanceof NotRunning) return true
  return error instanceof Refusal && (error.code === 'shutting_down' || error.code === 'busy')
}

export function makeMessageId(random: Random): string {
  return `terminal-${Buffer.from(random.bytes(16)).toString('hex')}`
}
