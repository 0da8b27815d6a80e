// A snapshot as one frame of limited size. The oldest rows give way first: they are read by page anyway.

import type { EventJson, QueuedJson, StreamingJson } from '@heddle/contract'

export interface Snapshot {
  seq: number
  state: Record<string, unknown>
  /** Oldest first. */
  events: readonly EventJson[]
  /** There are rows before the first of them. */
  isMore: boolean
}

export interface SnapshotLimits {
  liveFrameOutBytesMax: number
  liveSnapshotBytesMax: number
}

export function encodeSnapshot(scope: string, snapshot: Snapshot, limits: SnapshotLimits): Buffer {
  const head = `{"type":"snap","scope":${JSON.stringify(scope)},"seq":${snapshot.seq},"state":${JSON.stringify(snapshot.state)}`
  const spare = 64
  const bytesMax = Math.min(
    limits.liveSnapshotBytesMax,
    limits.liveFrameOutBytesMax - Buffer.byteLength(head) - spare,
  )
  const kept: string[] = []
  let bytes = 0
  let first: EventJson | undefined
  for (const event of snapshot.events.toReversed()) {
    const text = JSON.stringify(event)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > bytesMax) break
    kept.push(text)
    first = event
  }
  const isMore = snapshot.isMore || kept.length < snapshot.events.length
  const older = isMore ? `,"older":"${first?.place ?? snapshot.seq + 1}"` : ''
  return Buffer.from(`${head},"events":[${kept.reverse().join(',')}]${older}}`)
}

/** The newest part of each text, so that all of them together fit. */
export function cutStreaming(texts: readonly StreamingJson[], bytesMax: number): StreamingJson[] {
  const share = Math.floor(bytesMax / Math.max(1, texts.length) / 6)
  return texts.map((text) => {
    if (text.text.length <= share) return text
    const start = startBetweenCharacters(text.text, text.text.length - share)
    return { ...text, off: text.off + start, text: text.text.slice(start) }
  })
}

/** What waits, with the beginnings of long texts; the whole of them is read over HTTP. */
export function cutQueue(queue: readonly QueuedJson[], bytesMax: number): QueuedJson[] {
  if (Buffer.byteLength(JSON.stringify(queue)) <= bytesMax) return [...queue]
  const around = 400
  const share = Math.max(0, Math.floor((bytesMax / queue.length - around) / 6))
  return queue.map((message) => {
    if (message.text.length <= share && message.attachments.length === 0) return message
    // Files are named over HTTP: two thousand names would fill a frame by themselves.
    return { ...message, text: message.text.slice(0, share).toWellFormed(), attachments: [], truncated: true }
  })
}

function startBetweenCharacters(text: string, start: number): number {
  const code = text.charCodeAt(start)
  return code >= 0xdc00 && code <= 0xdfff ? start + 1 : start
}
