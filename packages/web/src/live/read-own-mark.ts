// How far one has read in a session, as one's own log says. Pure.

import type { ServerFrame } from '@heddle/contract'
import { marksOfSnapshot, readMark } from './live.at-build.ts'

export function readOwnMark(frame: ServerFrame, sessionId: string): number | undefined {
  if (frame.type === 'snap') {
    const read = marksOfSnapshot.safeParse(frame.state)
    return read.data?.readMarks.find((mark) => mark.sessionId === sessionId)?.seq
  }
  if (frame.type !== 'ev' || frame.kind !== 'read.changed') return undefined
  // Of a discussion in it: the session itself is not read by that.
  if (frame.payload['threadId'] !== undefined) return undefined
  const read = readMark.safeParse(frame.payload)
  return read.data?.sessionId === sessionId ? read.data.seq : undefined
}
