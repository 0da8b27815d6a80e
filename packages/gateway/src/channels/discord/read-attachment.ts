// Fetches what was attached to a message: from Discord's own hosts, or from where its API is, and from nowhere else. An
// address comes from outside, and must not lead us into our own network.

import { limits } from '@heddle/contract'
import type { Clock } from '../../foundation/clock.ts'
import type { Egress } from '../../foundation/egress/egress.ts'
import { readBody } from '../../foundation/egress/read-body.ts'
import type { DiscordAttachment } from './message-words.ts'

const hosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net'])
const times = { connectMs: 10_000, headersMs: 15_000 }
const idleMs = 15_000

export interface AttachmentDeps {
  egress: Egress
  clock: Clock
  apiUrl: string
}

/** Throws with words for people. */
export async function readAttachment(
  { egress, clock, apiUrl }: AttachmentDeps,
  { url, size }: DiscordAttachment,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const place = judgeAttachmentUrl(url, apiUrl)
  if (place === undefined) throw new Error('it is not on a host of Discord')
  if (size > limits.fileBytesMax) throw new Error('it is too large')
  const reach = place === 'discord' ? 'public' : 'anywhere'
  const response = await fetchPlainly(() => egress(url, { signal }, { reach, times }), signal)
  // A redirect could lead anywhere, so it is none.
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`Discord does not give it (HTTP ${response.status})`)
  }
  const body = { bytesMax: limits.fileBytesMax, idleMs }
  const { bytes, isCut } = await fetchPlainly(() => readBody(response, body, clock, signal), signal)
  if (isCut) throw new Error('it is larger than Discord said')
  return bytes
}

/** `api`: where the configuration says that Discord is; whoever writes it is on the machine already. */
export function judgeAttachmentUrl(url: string, apiUrl: string): 'discord' | 'api' | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, origin, username, password } = new URL(url)
  if (username !== '' || password !== '') return undefined
  if (protocol === 'https:' && hosts.has(host)) return 'discord'
  return origin === new URL(apiUrl).origin ? 'api' : undefined
}

async function fetchPlainly<T>(fetch: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await fetch()
  } catch (error) {
    signal.throwIfAborted()
    throw new Error('it could not be fetched from Discord', { cause: error })
  }
}
