// Carries what waits in the outbox to the server: over the line, or by HTTP when it is too large for a frame. Without an
// answer in time the line is taken for dead; the next one carries it again, under the same id.

import { type ClientFrame, limits, type RejectedMentionJson } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { Outbox, Outgoing, OutgoingProblem } from './outbox.ts'

export interface DeliveryDeps {
  outbox: Outbox
  /** For a message that is too large for a frame. */
  post(message: Outgoing): Promise<{ seq: number; rejectedMentions?: readonly RejectedMentionJson[] }>
  /** Somebody was named in it who will not hear of it. */
  onRejected(item: Outgoing, rejected: readonly RejectedMentionJson[]): void
  after(ms: number, run: () => void): () => void
  isUp(): boolean
  write(frame: ClientFrame): void
  connect(): void
  cut(): void
}

export interface Delivery {
  send(item: Outgoing): void
  sendAll(): void
  acknowledge(cid: string, seq: number | undefined, rejected?: readonly RejectedMentionJson[]): void
  refuse(cid: string, problem: OutgoingProblem): void
  /** The line is gone: nobody waits for its answers any more. */
  lose(): void
}

const commandWithinMs = 15_000

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { outbox } = deps
  const deadlines = new Map<string, () => void>()

  function send(item: Outgoing): void {
    if (!deps.isUp()) return deps.connect()
    const frame = frameOf(item)
    const isTooLarge = new TextEncoder().encode(JSON.stringify(frame)).length > limits.liveFrameInBytesMax
    if (isTooLarge) return post(item)
    deps.write(frame)
    settle(item.cid)
    deadlines.set(item.cid, deps.after(commandWithinMs, deps.cut))
  }

  function post(item: Outgoing): void {
    deps.post(item).then(
      ({ seq, rejectedMentions }) => acknowledge(item.cid, seq, rejectedMentions),
      (error: unknown) => {
        const code = error instanceof CallError ? error.code : 'not_understood'
        if (code !== 'unreachable') return outbox.refuse(item.cid, { code, ...wordsOf(error) })
        settle(item.cid)
        deadlines.set(
          item.cid,
          deps.after(commandWithinMs, () => post(item)),
        )
      },
    )
  }

  function settle(cid: string): void {
    deadlines.get(cid)?.()
    deadlines.delete(cid)
  }

  function acknowledge(cid: string, seq?: number, rejected: readonly RejectedMentionJson[] = []): void {
    settle(cid)
    const item = outbox.all().find((known) => known.cid === cid)
    outbox.acknowledge(cid, seq)
    if (item && rejected.length > 0) deps.onRejected(item, rejected)
  }

  return {
    send,
    sendAll() {
      for (const item of outbox.all()) if (item.state === 'sending') send(item)
    },
    acknowledge,
    refuse(cid, problem) {
      settle(cid)
      outbox.refuse(cid, problem)
    },
    lose() {
      for (const cancel of deadlines.values()) cancel()
      deadlines.clear()
    },
  }
}

function frameOf(item: Outgoing): ClientFrame {
  return {
    type: 'cmd',
    cid: item.cid,
    op: 'message',
    sessionId: item.sessionId,
    body: item.text,
    clientMessageId: item.cid,
    mode: item.mode,
    ...(item.focus ? { to: 'focus', focusId: item.focus.bindingId } : {}),
    ...(item.attachments?.length ? { attachments: item.attachments.map((file) => file.id) } : {}),
  }
}

function wordsOf(error: unknown): { message: string; field?: string | undefined } {
  if (error instanceof CallError) return { message: error.message, field: error.issues[0]?.field }
  return { message: error instanceof Error ? error.message : '' }
}
