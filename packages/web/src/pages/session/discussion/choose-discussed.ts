// Which discussions belong to a row: of what stands in it, a tool's result with its call, the steps with their fold. Pure.

import type { Board, KnownThread } from '../../../discussions/choose-board.ts'
import type { Article } from '../timeline/choose-articles.ts'
import type { Item } from '../timeline/choose-items.ts'

export function threadOf(board: Board, { kind, event, other }: Article): KnownThread | undefined {
  const own = board.get(event.eventId)
  if (own !== undefined || other === undefined) return own
  // The other of a text or a turn is the turn's beginning, which is a row of its own; so is a sub-agent's end.
  return kind === 'tool' || kind === 'approval' ? board.get(other.eventId) : undefined
}

/** In the order of the steps, those about the turn itself first. */
export function threadsOf(board: Board, item: Item): KnownThread[] {
  if (board.size === 0) return []
  if (item.kind === 'article') return listed([threadOf(board, item.article)])
  const { begun, ended, inner } = item.work
  const own = [begun, ended].map((event) => (event ? board.get(event.eventId) : undefined))
  return listed([...own, ...inner.map((article) => threadOf(board, article))])
}

function listed(threads: readonly (KnownThread | undefined)[]): KnownThread[] {
  return threads.filter((thread) => thread !== undefined)
}
