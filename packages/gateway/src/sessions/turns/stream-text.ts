// One text that an agent is writing: gathers what comes, gives it an id and a place once it has lasted a moment, tells
// the feed in small windows, and saves it about once a second, so that a crash costs at most that.
//
// An answer that is there at once never gets here twice: it becomes one finished event without a beginning.

import { type EventActor, limits } from '@heddle/contract'
import type { Cancel, Clock } from '../../foundation/clock.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Feed } from '../feed.ts'
import { append, type LogDeps } from '../log.ts'
import { selectEventAt } from '../event-store.ts'
import type { DraftRow, EventRow, TurnRow } from '../sessions-tables.ts'
import type { StreamingText } from '../session-values.ts'
import type { Streams } from './streams.ts'
import { insertDraft, saveDraft } from './turn-store.ts'

export interface StreamTextDeps extends LogDeps {
  clock: Clock
  job: Job
  feed: Feed
  streams: Streams
  onTrouble(error: unknown): void
}

export interface TextOf {
  turn: TurnRow
  kind: 'message.agent' | 'reasoning'
  step: number
  attempt: number
  actor: EventActor
  model: string
  isDemo: boolean
  /** Begun by an earlier attempt that did not get to its end. */
  draft: DraftRow | undefined
}

export class TextStream {
  readonly #deps: StreamTextDeps
  readonly #of: TextOf
  #text = ''
  /** What was not told yet, apart: cutting it off the end of a long text would copy that each time. */
  #untold = ''
  /** The id and place, once it has them. */
  #begun: { eventId: DraftRow['event_id']; seq: number } | undefined
  #toldChars = 0
  #savedChars = 0
  #timer: Cancel | undefined
  #saveTimer: Cancel | undefined
  /** What is being written to the store; the next write waits for it. */
  #writing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(deps: StreamTextDeps, of: TextOf) {
    this.#deps = deps
    this.#of = of
    if (of.draft) this.#begin({ eventId: of.draft.event_id, seq: of.draft.seq }, true)
  }

  get begun() {
    return this.#begun
  }

  append(text: string): void {
    if (text === '' || this.#isClosed) return
    this.#text += text
    this.#untold += text
    if (!this.#begun) {
      this.#timer ??= this.#deps.clock.timer(limits.draftOpenMs, () => this.#open())
      return
    }
    this.#tellSoon()
    this.#saveSoon()
  }

  /** Nothing more is told or saved; resolves when the store is done with it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.()
    this.#saveTimer?.()
    await this.#writing
  }

  /** After the completing event is on record. */
  forget(): void {
    if (this.#begun) this.#deps.streams.remove(this.#of.turn.session_id, this.#begun.eventId)
  }

  #open(): void {
    this.#timer = undefined
    this.#write(async (t) => {
      // While this waited for the store, more text came and asked for a beginning again.
      if (this.#begun) return
      const begun = await this.#insert(t)
      t.afterCommit(() => this.#begin(begun, false))
    })
  }

  async #insert(t: Tx): Promise<{ eventId: DraftRow['event_id']; seq: number }> {
    const { turn, kind, step, attempt, actor, model, isDemo } = this.#of
    const [event] = await append(this.#deps, t, turn.session_id, [
      {
        kind,
        actor,
        turnId: turn.id,
        payload: { text: '', state: 'streaming', step, attempt, model, isDemo },
        isBegun: true,
      },
    ])
    if (!event) throw new Error('a text was not begun')
    await t.run(
      insertDraft({
        event_id: event.eventId,
        session_id: turn.session_id,
        turn_id: turn.id,
        seq: event.seq,
        kind,
        step,
        attempt,
        text: this.#text,
        updated_at: t.now,
      }),
    )
    return { eventId: event.eventId, seq: event.seq }
  }

  #begin(begun: { eventId: DraftRow['event_id']; seq: number }, isAgain: boolean): void {
    this.#begun = begun
    const { turn, attempt } = this.#of
    if (isAgain) this.#deps.feed.reset(turn.session_id, { eventId: begun.eventId, attempt })
    this.#savedChars = this.#text.length
    this.#deps.streams.put(turn.session_id, begun.eventId, () => this.#look(begun.eventId))
    this.#tell()
  }

  #tellSoon(): void {
    if (this.#untold.length >= limits.draftFlushBytes) this.#tell()
    else this.#timer ??= this.#deps.clock.timer(limits.draftFlushMs, () => this.#tell())
  }

  #tell(): void {
    this.#timer?.()
    this.#timer = undefined
    const begun = this.#begun
    if (!begun || this.#isClosed) return
    const { turn, kind, attempt } = this.#of
    const { eventId } = begun
    const offset = this.#toldChars
    const text = this.#untold
    this.#untold = ''
    this.#toldChars = this.#text.length
    if (text !== '') this.#deps.feed.delta(turn.session_id, { eventId, kind, attempt, offset, text })
  }

  /** Only the tail of a very long text is kept for who comes late; the whole is in the finished event. */
  #look(eventId: DraftRow['event_id']): StreamingText {
    const { kind, attempt } = this.#of
    const offset = Math.max(0, this.#toldChars - limits.draftPreviewBytesMax)
    return { eventId, kind, attempt, offset, text: this.#text.slice(offset, this.#toldChars) }
  }

  #saveSoon(): void {
    // A long text is saved whole each time, so by size the steps grow with it; by time it is a second for all.
    const enough = Math.max(limits.draftSaveBytes, this.#savedChars / 2)
    if (this.#text.length - this.#savedChars >= enough) this.#save()
    else this.#saveTimer ??= this.#deps.clock.timer(limits.draftSaveMs, () => this.#save())
  }

  #save(): void {
    this.#saveTimer?.()
    this.#saveTimer = undefined
    this.#savedChars = this.#text.length
    this.#write((t) => this.keep(t))
  }

  /** Puts what there is on record. An attempt that has nothing yet does not wipe out what an earlier one had. */
  async keep(t: Tx): Promise<void> {
    if (!this.#begun || this.#text === '') return
    const { attempt } = this.#of
    await t.run(saveDraft({ eventId: this.#begun.eventId, attempt, text: this.#text, now: t.now }))
  }

  #write(fn: (t: Tx) => Promise<void>): void {
    this.#writing = this.#writing
      .then(async () => {
        if (!this.#isClosed) await this.#deps.job.step(fn)
      })
      .catch((error: unknown) => this.#deps.onTrouble(error))
  }
}

/** The row of a text that was begun, to be completed. */
export async function begunRow(t: Tx, turn: TurnRow, seq: number): Promise<EventRow> {
  const row = await t.one(selectEventAt({ sessionId: turn.session_id, seq }))
  if (!row) throw new Error(`a text of ${turn.id} was begun at ${seq} but is not in the log`)
  return row
}
