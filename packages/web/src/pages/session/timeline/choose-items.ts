// What the timeline draws, one item after the other: articles, and finished turns folded to one line between the prompt
// and the answer. The first item of a day says so, and so does the first that is new to the reader. Pure.

import type { EventJson } from '@heddle/contract'
import { chooseThreads, type Thread } from '../subagents/choose-threads.ts'
import { type Article, chooseArticles } from './choose-articles.ts'
import { carriesFiles } from './read-payload.ts'

interface Placed {
  /** Stays the same while older and newer rows come and go. */
  key: string
  place: number
  /** The day that begins here, as `dayOf` names it. */
  day?: string
  isFirstNew?: boolean
  /** What the turn that begins here answers, where that does not stand right before it. */
  answers?: EventJson
  /** The threads of sub-agents that run beside it. */
  threads?: readonly Thread[]
}

export type Item = Placed &
  (
    | { kind: 'article'; article: Article }
    /** Everything between the prompt and the answer of a turn that has ended. */
    | { kind: 'work'; work: Work }
  )

export interface Work {
  turnId: string
  begun: EventJson | undefined
  ended: EventJson
  inner: readonly Article[]
  toolCount: number
  /** That were started in it, also those that stand outside of the fold because they still work. */
  subagentCount: number
}

export interface ItemsInput {
  rows: readonly EventJson[]
  /** Messages that stand in the queue, and so not here. */
  waiting: ReadonlySet<string>
  /** Nothing comes before the first row. */
  isBeginning: boolean
  /** Turns that are drawn step by step although they may have ended: someone is watching them. */
  openTurns: ReadonlySet<string>
  /** Sub-agents that are shown outside of their turn's fold, by the event where they began: they work, or did just now. */
  openRuns: ReadonlySet<string>
  /** What is new to the reader: after what they had read, up to what was there when they came. */
  unread: { after: number; upTo: number } | undefined
  meId: string
  dayOf(iso: string): string
}

export function chooseItems(input: ItemsInput): Item[] {
  const articles = chooseArticles(input.rows.filter((row) => !input.waiting.has(row.eventId)))
  const works = gatherWork(articles, input)
  const items: Item[] = []
  const placed = new Set<string>()
  for (const article of articles) {
    const work = works.get(article)
    if (work === undefined) {
      items.push({
        kind: 'article',
        key: String(article.event.place),
        place: article.event.place,
        article,
      })
    } else if (!placed.has(work.turnId)) {
      placed.add(work.turnId)
      // The failure says all there is to say.
      if (work.inner.length === 0 && work.ended.kind === 'turn.failed') continue
      items.push({ kind: 'work', key: `turn ${work.turnId}`, place: article.event.place, work })
    }
  }
  return markNew(markDays(markPrompts(chooseThreads(items, input.isBeginning), input.rows), input), input)
}

/** Which articles stand inside the fold of which turn. */
function gatherWork(
  articles: readonly Article[],
  { openTurns, openRuns }: Pick<ItemsInput, 'openTurns' | 'openRuns'>,
): ReadonlyMap<Article, Work> {
  const works = new Map<Article, Work>()
  for (const [turnId, members] of byTurn(articles)) {
    const ended = members.findLast(isEnd)
    if (ended === undefined || openTurns.has(turnId)) continue
    const answers = answersAmong(members)
    const folded = members.filter((article) => isWork(article, openRuns) && !answers.has(article))
    const inner = folded
      .filter(({ kind }) => kind !== 'turn')
      .map((article) => ({ ...article, isOver: true as const }))
    const begun = members.find(({ event }) => event.kind === 'turn.started')?.event
    const toolCount = inner.filter(({ kind }) => kind === 'tool').length
    const subagentCount = members.filter(({ kind }) => kind === 'spawned').length
    const work: Work = { turnId, begun, ended: ended.event, inner, toolCount, subagentCount }
    for (const article of folded) works.set(article, work)
  }
  return works
}

/** What was written after the last tool answered; what was written on the way to it is work. */
function answersAmong(members: readonly Article[]): ReadonlySet<Article> {
  const lastTool = members.findLastIndex(
    ({ kind }) => kind === 'tool' || kind === 'approval' || kind === 'spawned',
  )
  const texts = members.filter(({ kind }) => kind === 'agent')
  const after = members.slice(lastTool + 1).filter(({ kind }) => kind === 'agent')
  return new Set(after.length > 0 ? after : texts.slice(-1))
}

function byTurn(articles: readonly Article[]): Map<string, Article[]> {
  const turns = new Map<string, Article[]>()
  for (const article of articles) {
    const { turnId } = article.event
    // What people say stands for itself, also when a turn took it in.
    if (turnId === undefined || article.kind === 'redacted' || isSaid(article)) continue
    const members = turns.get(turnId)
    if (members) members.push(article)
    else turns.set(turnId, [article])
  }
  return turns
}

function isSaid({ kind }: Article): boolean {
  return kind === 'person' || kind === 'told'
}

function isEnd({ event }: Article): boolean {
  return event.kind === 'turn.finished' || event.kind === 'turn.failed'
}

/**
 * A failure is said aloud, and so is what the house has to say; a sub-agent that works is looked after; and files that were
 * sent on the way are there for people.
 */
function isWork({ kind, event, other }: Article, openRuns: ReadonlySet<string>): boolean {
  if (kind === 'tool' && carriesFiles(other)) return false
  if (kind === 'spawned') return other !== undefined && !openRuns.has(event.eventId)
  return (
    kind !== 'failure' &&
    kind !== 'notice' &&
    kind !== 'compaction' &&
    kind !== 'binding' &&
    kind !== 'unknown'
  )
}

/** After a queue, several prompts stand above several answers; each turn then says which is its own. */
function markPrompts(items: readonly Item[], rows: readonly EventJson[]): Item[] {
  const messages = new Map(
    rows.filter(({ kind }) => kind === 'message.user').map((row) => [row.eventId, row]),
  )
  return items.map((item, index) => {
    const begun = item.kind === 'work' ? item.work.begun : startOf(item.article)
    const ids = begun?.payload.messages
    const prompt = Array.isArray(ids) ? messages.get(String(ids.at(-1))) : undefined
    const before = items[index - 1]
    const isRightAbove = before?.kind === 'article' && before.article.event === prompt
    return prompt === undefined || isRightAbove ? item : { ...item, answers: prompt }
  })
}

function startOf({ event }: Article): EventJson | undefined {
  return event.kind === 'turn.started' ? event : undefined
}

function markDays(items: readonly Item[], { dayOf, isBeginning }: ItemsInput): Item[] {
  let last: string | undefined
  return items.map((item, index) => {
    const day = dayOf(firstEvent(item).createdAt)
    // With the page before it the line would go away again, and everything below it would move.
    if (index === 0 && !isBeginning) last = day
    if (day === last) return item
    last = day
    return { ...item, day }
  })
}

function markNew(items: Item[], { unread, meId }: ItemsInput): Item[] {
  if (unread === undefined) return items
  const index = items.findIndex((item) => {
    const event = firstEvent(item)
    return newestSeq(item) > unread.after && event.seq <= unread.upTo && event.actor.id !== meId
  })
  const first = items[index]
  // At the very beginning there is nothing that it would be new after.
  if (first === undefined || index === 0) return items
  return items.with(index, { ...first, isFirstNew: true })
}

export function firstEvent(item: Item): EventJson {
  return item.kind === 'article' ? item.article.event : (item.work.begun ?? item.work.ended)
}

function newestSeq(item: Item): number {
  return item.kind === 'article' ? item.article.event.seq : item.work.ended.seq
}

/** The item in which an event is drawn; a result is drawn with its call. */
export function findItem(items: readonly Item[], eventId: string): number {
  const isIt = ({ kind, event, other }: Article) => {
    if (event.eventId === eventId) return true
    // It stands for the call that asked for it; its end is an article of its own.
    if (kind === 'spawned') return event.causedBy === eventId
    return kind !== 'finished' && other?.eventId === eventId
  }
  return items.findIndex((item) =>
    item.kind === 'article'
      ? isIt(item.article)
      : item.work.inner.some(isIt) ||
        item.work.ended.eventId === eventId ||
        item.work.begun?.eventId === eventId,
  )
}
