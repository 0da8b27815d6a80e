// How one frame of the live socket changes what the page holds of a session. Pure: the new view comes out, and what has
// to be asked for. Events are applied once and without a hole; whatever does not follow waits for the log.

import type { EventJson, LiveFrameOf, ServerFrame } from '@heddle/contract'
import { applyPiece, applyReset, textsOf } from './apply-text.ts'
import { applyEvent } from './apply-event.ts'
import { queueOfSnapshot, sessionOfSnapshot, streamingOfSnapshot } from './live.at-build.ts'
import {
  type Ask,
  asRow,
  emptied,
  isLogOnly,
  placeRow,
  type SessionView,
  type Step,
  stay,
} from './session-view.ts'

export function applyFrame(view: SessionView, frame: ServerFrame): Step {
  switch (frame.type) {
    case 'snap':
      return applySnapshot(view, frame)
    case 'ev':
      return applyInOrder(view, frame)
    case 'd':
      return applyPiece(view, frame.msgId, frame)
    case 'dr':
      return applyReset(view, frame.msgId, frame.att)
    default:
      return stay(view)
  }
}

/** Older rows, read by page. */
export function applyOlder(
  view: SessionView,
  page: { items: readonly EventJson[]; next?: string | undefined },
): SessionView {
  const known = new Set(view.rows.map((row) => row.place))
  const rows = page.items
    .filter((row) => !known.has(row.place))
    .map((row) => (view.redacted.has(row.eventId) ? emptied(row) : row))
    .reduce(placeRow, view.rows)
  return { ...view, rows, older: page.next }
}

function applyInOrder(view: SessionView, frame: LiveFrameOf<'ev'>): Step {
  if (view.seq === null || frame.seq <= view.seq) return stay(view)
  if (frame.seq > view.seq + 1) {
    if (view.isCatchingUp) return stay(view)
    return { view: { ...view, isCatchingUp: true }, asks: [{ kind: 'log', after: view.seq }] }
  }
  const { type: _, scope: __, ...event } = frame
  return applyEvent({ ...view, isCatchingUp: false }, event)
}

function applySnapshot(view: SessionView, frame: LiveFrameOf<'snap'>): Step {
  const read = sessionOfSnapshot.safeParse(frame.state)
  const session = read.success ? read.data.session : view.session
  const queue = (read.success && queueOfSnapshot.safeParse(frame.state).data?.queue) || []
  const streaming = (read.success && streamingOfSnapshot.safeParse(frame.state).data?.streaming) || []
  const rows = frame.events
    .filter((event) => !isLogOnly(event.kind) || event.kind === 'text.started')
    .map(asRow)
    .reduce(placeRow, [] as readonly EventJson[])
  const next: SessionView = {
    seq: frame.seq,
    session,
    rows,
    queue,
    older: frame.older,
    texts: textsOf(streaming),
    redacted: view.redacted,
    isCatchingUp: false,
  }
  const asks = streaming
    .filter(({ off }) => off > 0)
    .map(({ msgId }): Ask => ({ kind: 'text', eventId: msgId }))
  return { view: next, asks: read.success ? asks : [{ kind: 'session' }] }
}
