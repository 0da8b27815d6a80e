// Puts a part of the past into fewer words: chooses it, has a model write them, and puts them on record in one
// transaction, under the session's key like every step. A crash before that leaves nothing; after it, everything.
//
// Something may be redacted while the model writes. Then what it wrote may say what nobody may read any more, so it is
// thrown away.

import { type EventId, type EventPayloads, limits } from '@heddle/contract'
import type { Agent, ModelError } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import { selectEventAt } from '../event-store.ts'
import { append, type NewEvent, systemActor } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'
import { selectPastState } from '../turns/context-store.ts'
import type { ContextLook, TurnContext } from '../turns/turn-context.ts'
import { bytesPerToken, weighText } from '../turns/weigh-text.ts'
import { type CompactionRange, chooseRange, type WantedRange } from './choose-range.ts'
import { moveCompaction, selectRedactionAfter, setAsked } from './compaction-store.ts'
import { countCompaction } from './count-compaction.ts'
import { nothingUsed, summarise, type Summarised } from './summarise.ts'
import { writePlainSummary } from './write-plain-summary.ts'

export interface CompactionScene {
  job: Job
  session: SessionRow
  /** Null between two turns. */
  turn: TurnRow | null
  /** With the model that is asked. */
  agent: Agent
  context: TurnContext
}

export interface CompactionOrder {
  by: 'window' | 'command'
  wanted: WantedRange
  /** What somebody asked to keep above all. */
  wish: string
  /** Who it is that asked. */
  asker: string | null
  /** Of the window; less is not worth a summary. */
  sharePercentMin: number
  /** Whether a model that could not now may be asked again later, instead of doing without. */
  mayWait(error: ModelError): boolean
}

export type Compacted =
  | { kind: 'done' }
  /** Nothing is whole, or it is not worth it. */
  | { kind: 'nothing' }
  /** The model may be able to later; nothing has changed. */
  | { kind: 'wait'; error: ModelError }

/** Of the window, for the summary. */
const summaryShare = 0.15
const triesMax = 3

export async function compactPast(
  deps: RoomDeps,
  scene: CompactionScene,
  order: CompactionOrder,
): Promise<Compacted> {
  for (let tries = 0; tries < triesMax; tries++) {
    const look = await deps.store.read((r) => scene.context.look(r))
    const range = chooseRange(look.built.list.pieces, scene.turn?.id ?? null, order.wanted)
    if (!range || range.weight < (look.windowWeight * order.sharePercentMin) / 100) return { kind: 'nothing' }
    const written = await write(deps, scene, look, range, order.wish)
    if (written.kind === 'failed' && order.mayWait(written.error)) {
      await scene.job.step((t) => count(deps, t, scene, order, written))
      return { kind: 'wait', error: written.error }
    }
    const isPut = await scene.job.step((t) => put(deps, t, scene, { look, range, order, written }))
    scene.context.forget()
    if (isPut) return { kind: 'done' }
  }
  return { kind: 'nothing' }
}

async function write(
  deps: RoomDeps,
  { job, agent }: CompactionScene,
  look: ContextLook,
  range: CompactionRange,
  wish: string,
): Promise<Summarised> {
  // It has its scenes and cannot read; asking it would forget everything.
  if (deps.agents.findModel(agent.model)?.isDemo)
    return { kind: 'failed', error: demoCannot, usage: nothingUsed }
  const before = look.built.summary?.text ?? ''
  const { windowWeight } = look
  return summarise(deps, { job, agent, before, range, wish, windowWeight, bytesMax: summaryBytes(look) })
}

const demoCannot: ModelError = { kind: 'bad_answer', message: 'The demo model writes no summaries.' }

function summaryBytes({ windowWeight }: ContextLook): number {
  return Math.min(limits.compactionTextCharsMax, Math.floor(windowWeight * summaryShare * bytesPerToken))
}

interface Outcome {
  look: ContextLook
  range: CompactionRange
  order: CompactionOrder
  written: Summarised
}

/** False if the past is another than the one that was read. */
async function put(deps: RoomDeps, t: Tx, scene: CompactionScene, outcome: Outcome): Promise<boolean> {
  const { look, range, order, written } = outcome
  const { session, turn } = scene
  const { built } = look
  const state = await t.one(selectPastState({ sessionId: session.id }))
  const isSame = state?.compaction_seq === (built.summary?.seq ?? 0)
  const after = built.readThroughSeq
  if (!isSame || (await t.one(selectRedactionAfter({ sessionId: session.id, after })))) {
    await count(deps, t, scene, order, written)
    return false
  }
  const payload = await describe(t, scene, outcome)
  const [event] = await append(deps, t, session.id, [
    { kind: 'compaction', actor: systemActor, payload, turnId: turn?.id },
    ...remarkOn(written, turn),
  ])
  if (!event) throw new Error('a compaction was not appended')
  const fromSeq = state?.compaction_seq ?? 0
  const { throughSeq } = range
  const moved = await t.run(moveCompaction({ id: session.id, fromSeq, seq: event.seq, throughSeq }))
  if (moved === 0) throw new Error(`the past of ${session.id} was put into fewer words by somebody else`)
  await t.run(setAsked({ id: session.id, isAsked: 0, wish: null, asker: null }))
  await count(deps, t, scene, order, written)
  t.afterCommit(() => deps.feed.listed(session.id))
  return true
}

/** What it used, it used, also when nothing comes of it. */
async function count(
  deps: RoomDeps,
  t: Tx,
  scene: CompactionScene,
  { asker }: CompactionOrder,
  written: Summarised,
): Promise<void> {
  const model = written.kind === 'written' ? written.model : scene.agent.model
  await countCompaction(deps, t, scene, asker, { ...written.usage, model })
}

async function describe(
  t: Tx,
  scene: CompactionScene,
  outcome: Outcome,
): Promise<EventPayloads['compaction']> {
  const { look, range, order, written } = outcome
  const { summary } = look.built
  const bytesMax = summaryBytes(look)
  const isWritten = written.kind === 'written'
  const text = isWritten
    ? written.text
    : writePlainSummary({ before: summary?.text ?? '', pieces: range.pieces, bytesMax })
  const toTokens = (weight: number) => Math.round(weight * look.factor)
  const rest = look.built.list.pieces.slice(range.pieces.length)
  const fixedWeight = look.fixedWeight - weighText(summary?.text ?? '') + weighText(text)
  return {
    text,
    ...(await cite(t, scene.session.id, range)),
    turns: range.turns,
    tokensBefore: toTokens(look.weight),
    tokensAfter: toTokens(rest.reduce((sum, { weight }) => sum + weight, fixedWeight)),
    model: isWritten ? written.model : scene.agent.model,
    isDemo: isWritten && written.isDemo,
    ...(!isWritten && { isPlain: true }),
    by: order.by,
    usage: written.usage,
  }
}

/** By entries that people can look up: a message rather than its taking. */
async function cite(t: Tx, sessionId: SessionRow['id'], { pieces, throughSeq }: CompactionRange) {
  const first = pieces.find(({ kind }) => kind !== 'end')
  const through = await t.one(selectEventAt({ sessionId, seq: throughSeq }))
  const from = first && (await t.one(selectEventAt({ sessionId, seq: first.firstSeq })))
  if (!from || !through) throw new Error(`the range of a compaction of ${sessionId} is not in its log`)
  const fromEventId: EventId = first.kind === 'said' ? first.messageId : from.id
  return { fromEventId, throughEventId: through.id, fromSeq: first.firstSeq, throughSeq }
}

function remarkOn(written: Summarised, turn: TurnRow | null): NewEvent[] {
  if (written.kind === 'written' || written.error === demoCannot) return []
  const text = `${written.error.message} So what was said before is kept in short form, without a summary. The timeline has all of it.`
  const payload = { text, code: 'compaction_plain', level: 'warning' }
  return [{ kind: 'notice', actor: systemActor, payload, turnId: turn?.id }]
}
