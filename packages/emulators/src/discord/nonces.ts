// The mark by which a bot can repeat a message without fear: within a while the second one with the same mark is the
// first one again. If that was deleted meanwhile, the repeat is refused: it was delivered, and somebody took it away.

import { DiscordError } from './discord-error.ts'
import type { DiscordWorld } from './discord-state.ts'
import type { DiscordMessage } from './discord-words.ts'
import type { Form } from './read-form.ts'

export const nonceMemoryMs = 3 * 60_000
const nonceCharsMax = 25

export interface Nonce {
  value: string | number
  isEnforced: boolean
}

export function readNonce(form: Form): Nonce | undefined {
  const raw = form.raw('nonce')
  const isEnforced = form.flag('enforce_nonce') ?? false
  if (raw === undefined || raw === null) return undefined
  if (typeof raw === 'number' && Number.isInteger(raw)) return { value: raw, isEnforced }
  const value = form.text('nonce', { max: nonceCharsMax })
  return value === undefined ? undefined : { value, isEnforced }
}

export function repeatedMessage(
  world: DiscordWorld,
  authorId: string,
  nonce: Nonce | undefined,
): DiscordMessage | undefined {
  if (!nonce?.isEnforced) return undefined
  const { state } = world
  const since = world.now() - nonceMemoryMs
  state.nonces = state.nonces.filter(({ at }) => at > since)
  const known = state.nonces.find((one) => one.authorId === authorId && one.nonce === String(nonce.value))
  if (!known) return undefined
  const message = state.messages.get(known.messageId)
  if (!message) throw new DiscordError(10_008)
  return message
}

/** Also of those that were not enforced: a later one that is finds them. */
export function rememberNonce(
  world: DiscordWorld,
  authorId: string,
  nonce: Nonce | undefined,
  { id: messageId }: DiscordMessage,
): void {
  if (nonce) world.state.nonces.push({ authorId, nonce: String(nonce.value), messageId, at: world.now() })
}
