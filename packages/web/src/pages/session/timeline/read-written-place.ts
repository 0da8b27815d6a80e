// Where something was written that came from another platform, and how one gets there. It comes from a server that may be
// older or newer than this page: without a place its channel is said.

import { type EventJson, placeKinds } from '@heddle/contract'
import { chooseLink } from '../../../markdown/choose-link.ts'
import { strings } from '../../../strings.ts'
import { describePlace } from '../focus/read-binding.ts'
import { textIn } from './read-payload.ts'

export interface WrittenFrom {
  words: string
  /** To the message itself, where a browser can go there. */
  href: string | undefined
}

/** Undefined: it was written here. */
export function readWrittenPlace(event: EventJson, origin: string): WrittenFrom | undefined {
  const channel = textIn(event, 'channel')
  if (channel === '' || channel === 'web') return undefined
  const { place } = event.payload
  const told: Record<string, unknown> = typeof place === 'object' && place !== null ? { ...place } : {}
  const { from } = strings.session.timeline
  const kind = placeKinds.find((known) => known === told.kind)
  if (kind === undefined) return { words: from(channel), href: undefined }
  const { kinds, somewhere } = strings.focus.place
  const words =
    typeof told.conversationId === 'string'
      ? describePlace(kind, channel, told.conversationId)
      : somewhere(kinds[kind], channel)
  const target = chooseLink(typeof told.link === 'string' ? told.link : '', origin)
  return { words: from(words), href: target.kind === 'outside' ? target.href : undefined }
}
