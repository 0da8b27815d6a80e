// Compares what could be seen on a platform with what was to be said there. Pure.

import { conversationName, readSaid, type SeenOnPlatform } from './deliveries-scene.ts'

export interface DeliveriesChecked {
  lost: number
  /** Seen more often than once. */
  twice: number
  /** Seen after something that was said later. */
  outOfOrder: number
  /** Seen where it does not belong. */
  astray: number
}

export function checkDeliveries(
  seen: Pick<SeenOnPlatform, 'messages'>,
  wanted: { conversations: number; messages: number },
): DeliveriesChecked {
  const checked = { lost: 0, twice: 0, outOfOrder: 0, astray: 0 }
  const byConversation = Map.groupBy(seen.messages, ({ conversationId }) => conversationId)
  for (let i = 0; i < wanted.conversations; i++) {
    const name = conversationName(i)
    const said = (byConversation.get(name) ?? []).map(({ text }) => readSaid(text))
    const numbers = said.filter(({ conversation }) => conversation === name).map(({ number }) => number)
    const once = new Set(numbers)
    checked.astray += said.length - numbers.length
    checked.twice += numbers.length - once.size
    checked.lost += wanted.messages - once.size
    checked.outOfOrder += numbers.filter((number, at) => at > 0 && number < (numbers[at - 1] ?? 0)).length
  }
  return checked
}

/** From wanting to seeing it, in those conversations, without the first of each. */
export function latenciesOf(seen: Pick<SeenOnPlatform, 'messages'>, but: readonly string[]): number[] {
  return seen.messages
    .filter(({ conversationId }) => !but.includes(conversationId))
    .map(({ text, at }) => ({ ...readSaid(text), seenAt: at }))
    .filter(({ number }) => number > 0)
    .map(({ at, seenAt }) => seenAt - at)
}

/** How long each conversation took from its first to its last. */
export function spansOf({ messages }: Pick<SeenOnPlatform, 'messages'>): number[] {
  const byConversation = Map.groupBy(messages, ({ conversationId }) => conversationId)
  return [...byConversation.values()].map(
    (list) => (list.at(-1)?.at ?? Number.NaN) - (list[0]?.at ?? Number.NaN),
  )
}
