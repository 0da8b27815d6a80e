// Replies on their way to the server. Each keeps its id until the server has it, whatever breaks in between: the same id
// again makes nothing twice. They survive a reload of the tab. The first reply about a moment opens its discussion.

import type { PostedReplyJson } from '@heddle/contract'
import { CallError } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import type { KeptStore } from '../live/outbox.ts'
import { keptReplies } from './discussions.at-build.ts'

export interface OutgoingReply {
  /** Also the reply's clientMessageId. */
  cid: string
  sessionId: string
  anchorEventId: string
  body: string
  /** `sent`: the server has it, and the log is still to tell of it. */
  state: 'sending' | 'sent' | 'failed'
  problem?: CallError | undefined
}

export interface ReplyDesk {
  all(): readonly OutgoingReply[]
  send(anchorEventId: string, body: string): void
  retry(cid: string): void
  drop(cid: string): void
  /** These stand in their discussion now. */
  seen(cids: readonly string[]): void
  /** The server may be there again. */
  wake(): void
  subscribe(listener: () => void): () => void
  /** Hears what the server said to each. */
  hearAnswers(listener: (item: OutgoingReply, answer: PostedReplyJson) => void): () => void
}

export interface ReplyDeskDeps {
  client: Client
  sessionId: string
  owner: string
  store: KeptStore | undefined
  newId(): string
  after(ms: number, run: () => void): () => void
}

const againMs = 15_000

export function createReplyDesk(deps: ReplyDeskDeps): ReplyDesk {
  const { client, sessionId } = deps
  const keptAs = `heddle.replies.${deps.owner}.${sessionId}`
  const listeners = new Set<() => void>()
  const answerListeners = new Set<(item: OutgoingReply, answer: PostedReplyJson) => void>()
  const waits = new Map<string, () => void>()
  const onTheWay = new Set<string>()
  let items: readonly OutgoingReply[] = readKept(deps.store, keptAs)

  const set = (next: readonly OutgoingReply[]) => {
    items = next
    keep(deps.store, keptAs, items)
    for (const listener of listeners) listener()
  }
  const change = (cid: string, changes: Partial<OutgoingReply>) =>
    set(items.map((item) => (item.cid === cid ? { ...item, ...changes } : item)))

  async function post(item: OutgoingReply): Promise<void> {
    waits.get(item.cid)?.()
    waits.delete(item.cid)
    if (onTheWay.has(item.cid)) return
    onTheWay.add(item.cid)
    try {
      const answer = await write(client, item)
      change(item.cid, { state: 'sent', problem: undefined })
      for (const listener of answerListeners) listener(item, answer)
    } catch (error) {
      const problem = error instanceof CallError ? error : new CallError('not_understood', String(error))
      // Nobody said no: it is tried again by itself.
      if (problem.code !== 'unreachable') change(item.cid, { state: 'failed', problem })
      else if (items.some(({ cid }) => cid === item.cid))
        waits.set(
          item.cid,
          deps.after(againMs, () => void post(item)),
        )
    } finally {
      onTheWay.delete(item.cid)
    }
  }

  const postAll = () => {
    for (const item of items) if (item.state === 'sending') void post(item)
  }
  postAll()

  return {
    all: () => items,
    send(anchorEventId, body) {
      const item: OutgoingReply = { cid: deps.newId(), sessionId, anchorEventId, body, state: 'sending' }
      set([...items, item])
      void post(item)
    },
    retry(cid) {
      change(cid, { state: 'sending', problem: undefined })
      const item = items.find((known) => known.cid === cid)
      if (item) void post(item)
    },
    drop: (cid) => set(items.filter((item) => item.cid !== cid)),
    seen(cids) {
      if (items.some(({ cid }) => cids.includes(cid))) set(items.filter(({ cid }) => !cids.includes(cid)))
    },
    wake: postAll,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hearAnswers(listener) {
      answerListeners.add(listener)
      return () => answerListeners.delete(listener)
    },
  }
}

async function write(client: Client, item: OutgoingReply): Promise<PostedReplyJson> {
  const { cid, sessionId, anchorEventId, body } = item
  const { id } = await client.call('openThread', {
    path: { id: sessionId },
    body: { anchorEventId },
    key: `${cid}-open`,
  })
  return client.call('postReply', { path: { id }, body: { body, clientMessageId: cid }, key: cid })
}

function keep(store: KeptStore | undefined, name: string, items: readonly OutgoingReply[]): void {
  const open = items
    .filter(({ state }) => state !== 'sent')
    .map(({ cid, sessionId, anchorEventId, body, state }) => ({ cid, sessionId, anchorEventId, body, state }))
  try {
    if (open.length === 0) store?.removeItem(name)
    else store?.setItem(name, JSON.stringify(open))
  } catch {
    // Full or forbidden: it is still sent, only a reload would lose it.
  }
}

function readKept(store: KeptStore | undefined, name: string): readonly OutgoingReply[] {
  try {
    return keptReplies.safeParse(JSON.parse(store?.getItem(name) ?? '[]')).data ?? []
  } catch {
    return []
  }
}
