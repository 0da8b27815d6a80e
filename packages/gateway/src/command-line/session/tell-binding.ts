// That a conversation was bound to a session, or is no more, in words for a timeline.

import { type BindingEnd, bindingEndWords, type EventJson } from '@heddle/contract'
import { textIn } from './read-payload.ts'

export function tellBinding(event: EventJson): string {
  const [name, where] = [textIn(event, 'label') || 'This session', tellPlace(event)]
  if (event.kind === 'binding.made') {
    const by = textIn(event, 'by')
    return `${name} was focused ${where}${by === '' ? '' : ` by ${by}`}.`
  }
  const why = textIn(event, 'why')
  return `${name} is no longer focused ${where}${isEnd(why) ? `: ${bindingEndWords[why]}` : ''}.`
}

const places: Readonly<Record<string, string>> = {
  dm: 'in a direct message',
  group: 'in a group',
  channel: 'in a channel',
  thread: 'in a thread',
}

function tellPlace(event: EventJson): string {
  const kind = places[textIn(event, 'placeKind')]
  if (kind === undefined) return 'in a chat'
  const { conversation } = event.payload
  const isNamed = typeof conversation === 'object' && conversation !== null && 'channel' in conversation
  return isNamed ? `${kind} on ${String(conversation.channel)}` : kind
}

function isEnd(why: string): why is BindingEnd {
  return Object.hasOwn(bindingEndWords, why)
}
