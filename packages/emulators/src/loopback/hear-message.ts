// Says a message to the ears of an account, as it comes and after a gap alike.

import type { ChannelEars, ChannelSurroundings } from '@heddle/gateway/channel'
import { type InboundAround, inboundMessage } from './inbound-event.ts'
import type { Reach } from './reach-platform.ts'

export interface Hearing {
  reach: Reach
  ears: ChannelEars
  inbound: InboundAround
  clock: ChannelSurroundings['clock']
  log: ChannelSurroundings['log']
  signal: AbortSignal
}

/** Members who are named in it are called by their handles here (PPL4). True: it was neither known nor our own. */
export async function hearMessage(
  { ears, inbound }: Hearing,
  told: Parameters<typeof inboundMessage>[1],
): Promise<boolean> {
  const named = told.mentioned.map(({ id }) => id).filter((id) => id !== inbound.ownId)
  const handles = named.length === 0 ? new Map<string, string>() : await ears.handlesOf(named)
  const event = inboundMessage(inbound, told, handles)
  const { deduped } = await ears.hear(event)
  return !event.author.isOwn && !deduped
}
