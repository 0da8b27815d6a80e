// Someone who follows a session's log over the live socket, is cut off whenever the gateway dies, and goes on from the
// last number they have. They must hold the log as it is, whatever happened.

import {
  type EventJson,
  type LiveEvent,
  livePath,
  type ServerFrame,
  type StreamingJson,
} from '@heddle/contract'
import { WebSocket } from 'ws'

export interface LogFollower {
  /** Everything that came as an entry of the log, in order. */
  readonly held: readonly LiveEvent[]
  /** Rows of the timeline that came with snapshots. */
  readonly rows: readonly EventJson[]
  /** What they saw that no follower should. */
  readonly complaints: readonly string[]
  /**
   * Connects, or connects again; resolves when it is welcomed, rejects when the gateway goes meanwhile. Without `after` it
   * goes on from what it has, and begins with a snapshot if that is nothing.
   */
  follow(url: string, after?: number): Promise<void>
  /** Whether they hold everything up to that number before the time is over. */
  reach(seq: number, ms: number): Promise<boolean>
  leave(): void
}

interface Preview {
  attempt: number
  text: string
}

/**
 * `asksForEpoch`: says under which epoch it saw what it has, so that after a crash it begins anew with a snapshot.
 * Otherwise it insists on what it missed: nothing that anyone was shown may be different afterwards.
 */
export function createLogFollower(options: {
  sessionId: string
  token: string
  asksForEpoch: boolean
}): LogFollower {
  const { sessionId, token, asksForEpoch } = options
  const scope = `s:${sessionId}`
  const held: LiveEvent[] = []
  const rows: EventJson[] = []
  const complaints: string[] = []
  const previews = new Map<string, Preview>()
  const waiting = new Set<() => void>()
  let socket: WebSocket | undefined
  let last: number | undefined
  let epoch: number | undefined
  let isSameEpoch = true

  function take(frame: ServerFrame): void {
    if (frame.type === 'nak') complaints.push(`refused: ${frame.code} ${frame.message}`)
    else if (frame.type === 'ev') takeEvent(frame)
    else if (frame.type === 'dr') previews.set(frame.msgId, { attempt: frame.att, text: '' })
    else if (frame.type === 'd') takeDelta(frame)
    for (const look of waiting) look()
  }

  function takeEvent(event: LiveEvent): void {
    if (event.seq !== (last ?? 0) + 1) complaints.push(`after ${last} came ${event.seq}`)
    last = event.seq
    held.push(event)
    if (event.kind !== 'message.agent') return
    const preview = previews.get(event.eventId)
    const { text, attempt, state } = event.payload
    if (!preview || state !== 'complete' || preview.attempt !== attempt) return
    if (!String(text).startsWith(preview.text)) {
      complaints.push(`what streamed of ${event.eventId} is not how it begins`)
    }
    previews.delete(event.eventId)
  }

  function takeDelta(delta: Extract<ServerFrame, { type: 'd' }>): void {
    const known = previews.get(delta.msgId)
    const preview = known?.attempt === delta.att ? known : { attempt: delta.att, text: '' }
    previews.set(delta.msgId, preview)
    if (delta.off !== preview.text.length) {
      complaints.push(`a piece of ${delta.msgId} belongs at ${delta.off}, not at ${preview.text.length}`)
    }
    preview.text += delta.t
  }

  function reach(seq: number, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        if ((last ?? 0) >= seq) settle(true)
      }
      const timer = setTimeout(() => settle(false), ms)
      const settle = (isThere: boolean) => {
        clearTimeout(timer)
        waiting.delete(look)
        resolve(isThere)
      }
      waiting.add(look)
      look()
    })
  }

  return {
    held,
    rows,
    complaints,
    async follow(url, after) {
      last ??= after
      previews.clear()
      const mine = new WebSocket(url.replace('http', 'ws') + livePath, {
        headers: { authorization: `Bearer ${token}` },
      })
      socket = mine
      const gone = new Promise<never>((_, reject) => {
        mine.once('close', (code) => reject(new Error(`the socket closed with ${code}`)))
      })
      gone.catch(() => undefined)
      mine.on('error', () => undefined)
      const welcome = Promise.withResolvers<void>()
      mine.once('open', () => mine.send('{"type":"hello","proto":1,"client":"chaos"}'))
      mine.on('message', (data: Buffer) => {
        // The edge: our own server speaks by the contract.
        const frame = JSON.parse(data.toString()) as ServerFrame
        if (frame.type === 'hello') {
          isSameEpoch = epoch === undefined || epoch === frame.epoch
          const seen = asksForEpoch && epoch !== undefined ? { epoch } : {}
          epoch = frame.epoch
          const from = last === undefined ? {} : { after: last, ...seen }
          mine.send(JSON.stringify({ type: 'sub', scope, ...from }))
          // Whoever resumes is not told when the past is over; by then the answer to this has come.
          mine.send('{"type":"ping"}')
        } else if (frame.type === 'snap') {
          if (last !== undefined && (isSameEpoch || !asksForEpoch)) {
            complaints.push('a snapshot came instead of what was missed')
          }
          last = frame.seq
          rows.push(...frame.events)
          // The edge: a session's state has its texts by the contract.
          for (const { msgId, att, text } of frame.state['streaming'] as StreamingJson[]) {
            previews.set(msgId, { attempt: att, text })
          }
          welcome.resolve()
        } else if (frame.type === 'pong') {
          if (last !== undefined) welcome.resolve()
        } else {
          take(frame)
        }
      })
      await Promise.race([welcome.promise, gone])
    },
    reach,
    leave: () => socket?.terminate(),
  }
}
