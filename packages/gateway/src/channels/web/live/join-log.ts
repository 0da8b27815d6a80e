// Lets someone into a log: registers them first, reads second, and hands over what happened in between. Whoever says
// how far they have come gets the entries after that, unless those are too many or of another life of the log; everyone
// else gets a snapshot.

import type { EventJson, StreamingJson } from '@heddle/contract'
import type { Reader, Store } from '../../../foundation/database/store.ts'
import type { StreamingText } from '../../../sessions/sessions.ts'
import { cutPieces, encodeEvent, encodeFrame, encodePiece, type Piece } from './encode-frame.ts'
import { encodeSnapshot, type Snapshot } from './encode-snapshot.ts'
import { completesText, type Folded, foldTexts, type Told } from './fold-texts.ts'
import type { LiveLimits } from './live-limits.ts'
import type { LiveSocket } from './live-socket.ts'
import type { Joiner, LogScope, TextEnd, Welcome } from './log-scope.ts'

/** Where a log is read from; each refuses whoever may not see it. */
export interface LogSource {
  /** What streams in it now. */
  texts(): StreamingText[]
  seq(r: Reader): Promise<number>
  /** At most `limit` entries, gap-free. */
  after(r: Reader, after: number, limit: number): Promise<EventJson[]>
  /** `texts` is put into the state. */
  snapshot(r: Reader): Promise<Omit<Snapshot, 'state'> & { state(texts: StreamingJson[]): Snapshot['state'] }>
  /** What stands in no log and in a snapshot's state, for whoever goes on without one. */
  around?(): Buffer[]
}

export interface JoinDeps {
  store: Pick<Store, 'read'>
  limits: LiveLimits
}

const triesMax = 3

export async function joinLog(
  deps: JoinDeps,
  scope: LogScope,
  socket: LiveSocket,
  source: LogSource,
  after: number | undefined,
): Promise<void> {
  const joiner = scope.register(socket, source.texts())
  try {
    const compose =
      (after === undefined ? undefined : await resume(deps, scope.name, joiner, source, after)) ??
      (await begin(deps, scope.name, joiner, source))
    // In one stretch: what were told between the two would be in neither.
    scope.admit(joiner, compose())
  } catch (error) {
    if (!joiner.isOver) scope.leave(socket)
    throw error
  }
}

/** Makes the welcome of what was read and of all that was told until now. */
type Compose = () => Welcome

/** Undefined when only a snapshot will do. */
async function resume(
  deps: JoinDeps,
  scope: string,
  joiner: Joiner,
  source: LogSource,
  after: number,
): Promise<Compose | undefined> {
  const { liveResumeEventsMax, liveResumeBytesMax } = deps.limits
  const events = await deps.store.read(async (r) => {
    if (after > (await source.seq(r))) return undefined
    return source.after(r, after, liveResumeEventsMax + 1)
  })
  if (events === undefined || events.length > liveResumeEventsMax) return undefined
  const frames = events.map((event) => encodeEvent(scope, event))
  if (frames.reduce((sum, frame) => sum + frame.length, 0) > liveResumeBytesMax) return undefined
  const done = new Set(events.filter(completesText).map(({ eventId }) => eventId))
  return () => {
    const folded = foldTexts(joiner.texts, joiner.told, events.at(-1)?.seq ?? after)
    const texts = stillWritten(folded, source).filter(({ msgId }) => !done.has(msgId))
    // How much of a text they hold is not known here: it begins anew for them.
    const retold = texts.flatMap((text) => retell(scope, text, deps.limits))
    const around = source.around?.() ?? []
    return { frames: [...frames, ...retold, ...follow(scope, folded), ...around], ends: endsOf(texts) }
  }
}

async function begin(deps: JoinDeps, scope: string, joiner: Joiner, source: LogSource): Promise<Compose> {
  let snapshot = await deps.store.read((r) => source.snapshot(r))
  // Its parts are read one after the other. If the log grew meanwhile they may not be of one moment: once more.
  for (let i = 1; i < triesMax && grewBeyond(joiner.told, snapshot.seq); i++) {
    snapshot = await deps.store.read((r) => source.snapshot(r))
  }
  const { seq, isMore } = snapshot
  const events = snapshot.events.filter(({ place }) => place <= seq)
  const done = new Set(events.filter(isDone).map(({ eventId }) => eventId))
  return () => {
    const folded = foldTexts(joiner.texts, joiner.told, seq)
    const texts = stillWritten(folded, source).filter(({ msgId }) => !done.has(msgId))
    const whole: Snapshot = { seq, isMore, events, state: snapshot.state(texts) }
    return {
      frames: [encodeSnapshot(scope, whole, deps.limits), ...follow(scope, folded)],
      ends: endsOf(texts),
    }
  }
}

/** Without those that ended before anyone looked, and those whose end is among what follows. */
function stillWritten({ texts }: Folded, source: LogSource): StreamingJson[] {
  const now = new Set<string>(source.texts().map(({ eventId }) => eventId))
  return texts.filter(({ msgId, text }) => now.has(msgId) || text === '')
}

function grewBeyond(told: readonly Told[], seq: number): boolean {
  return told.some((item) => item.kind === 'event' && item.event.seq > seq)
}

/** A row whose text has ended, as its payload says. */
function isDone({ kind, payload }: EventJson): boolean {
  if (kind !== 'message.agent' && kind !== 'reasoning') return false
  return payload['state'] !== undefined && payload['state'] !== 'streaming'
}

function retell(scope: string, text: StreamingJson, limits: LiveLimits): Buffer[] {
  const { msgId, att, off } = text
  const pieces = cutPieces({ msgId, att, off, t: text.text }, limits.liveFrameOutBytesMax)
  return [
    encodeFrame({ type: 'dr', scope, msgId, att }),
    ...pieces.map((piece: Piece) => encodePiece(scope, piece)),
  ]
}

function follow(scope: string, { rest }: Folded): Buffer[] {
  return rest.map((item) => {
    switch (item.kind) {
      case 'event':
        return encodeEvent(scope, item.event)
      case 'delta': {
        const { eventId, attempt, offset, text } = item.delta
        return encodePiece(scope, { msgId: eventId, att: attempt, off: offset, t: text })
      }
      case 'reset':
        return encodeFrame({ type: 'dr', scope, msgId: item.eventId, att: item.attempt })
    }
  })
}

function endsOf(texts: readonly StreamingJson[]): Map<string, TextEnd> {
  return new Map(texts.map(({ msgId, att, off, text }) => [msgId, { attempt: att, end: off + text.length }]))
}
