// What was said and not yet confirmed. A message keeps its id until the server has it, whatever breaks in between: the
// same id again makes nothing twice. It survives a reload of the tab, and is forgotten when someone else signs in.

import type { AttachmentJson } from '@heddle/contract'
import { keptMessages } from './live.at-build.ts'

export type MessageMode = 'queue' | 'steer' | 'note'

export interface OutgoingProblem {
  code: string
  message: string
  /** What of the message is meant: "attachments.1". */
  field?: string | undefined
}

/** To whom it was written, where that is not the session of the page: what its author had focused there. */
export interface SaidTo {
  bindingId: string
  /** Who is to hear it; absent where that begins only with the message. */
  sessionId?: string | undefined
}

export interface Outgoing {
  /** Also the message's clientMessageId. */
  cid: string
  sessionId: string
  text: string
  mode: MessageMode
  focus?: SaidTo | undefined
  /** Files that the server has already. */
  attachments?: readonly AttachmentJson[] | undefined
  state: 'sending' | 'sent' | 'failed'
  /** The entry of the log that it became. */
  seq?: number | undefined
  problem?: OutgoingProblem | undefined
}

export interface Outbox {
  all(): readonly Outgoing[]
  /** Undefined when too many wait already. */
  add(message: Pick<Outgoing, 'sessionId' | 'text' | 'mode' | 'focus' | 'attachments'>): Outgoing | undefined
  acknowledge(cid: string, seq: number | undefined): void
  refuse(cid: string, problem: OutgoingProblem): void
  /** Sending again, under the same id. */
  retry(cid: string): Outgoing | undefined
  drop(cid: string): void
  /** The log of this session was seen up to here: what was sent stands in the timeline now. */
  seen(sessionId: string, seq: number): void
  forget(): void
  restore(owner: string): void
  subscribe(listener: () => void): () => void
}

export type KeptStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface OutboxDeps {
  newId(): string
  store: KeptStore | undefined
}

export const outboxMax = 50

export function createOutbox({ newId, store }: OutboxDeps): Outbox {
  const listeners = new Set<() => void>()
  let items: readonly Outgoing[] = []
  let keptAs: string | undefined

  const set = (next: readonly Outgoing[]) => {
    items = next
    if (keptAs !== undefined) keep(store, keptAs, items)
    for (const listener of listeners) listener()
  }
  const change = (cid: string, changes: Partial<Outgoing>) => {
    if (items.some((item) => item.cid === cid)) {
      set(items.map((item) => (item.cid === cid ? { ...item, ...changes } : item)))
    }
  }

  return {
    all: () => items,
    add(message) {
      if (items.filter((item) => item.state !== 'sent').length >= outboxMax) return undefined
      const made: Outgoing = { ...message, cid: newId(), state: 'sending' }
      set([...items, made])
      return made
    },
    acknowledge(cid, seq) {
      const item = items.find((known) => known.cid === cid)
      // In whose timeline it stands is not known beforehand, so nothing would tell that it was seen there.
      if (item?.focus && item.focus.sessionId === undefined) set(items.filter((other) => other !== item))
      else change(cid, { state: 'sent', seq, problem: undefined })
    },
    refuse: (cid, problem) => change(cid, { state: 'failed', problem }),
    retry(cid) {
      change(cid, { state: 'sending', problem: undefined })
      return items.find((item) => item.cid === cid)
    },
    drop: (cid) => set(items.filter((item) => item.cid !== cid)),
    seen(sessionId, seq) {
      const isSeen = (item: Outgoing) =>
        item.state === 'sent' && hearerOf(item) === sessionId && (item.seq ?? 0) <= seq
      if (items.some(isSeen)) set(items.filter((item) => !isSeen(item)))
    },
    forget() {
      // What is kept stays for when its owner is back; nobody else is given it.
      keptAs = undefined
      set([])
    },
    restore(owner) {
      keptAs = `heddle.outbox.${owner}`
      items = readKept(store, keptAs)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function hearerOf({ sessionId, focus }: Outgoing): string | undefined {
  return focus === undefined ? sessionId : focus.sessionId
}

function keep(store: KeptStore | undefined, name: string, items: readonly Outgoing[]): void {
  const open = items
    .filter((item) => item.state !== 'sent')
    .map(({ cid, sessionId, text, mode, focus, attachments, state }) => ({
      cid,
      sessionId,
      text,
      mode,
      focus,
      attachments,
      state,
    }))
  try {
    if (open.length === 0) store?.removeItem(name)
    else store?.setItem(name, JSON.stringify(open))
  } catch {
    // Full or forbidden: it is still sent, only a reload would lose it.
  }
}

function readKept(store: KeptStore | undefined, name: string): readonly Outgoing[] {
  try {
    const read = keptMessages.safeParse(JSON.parse(store?.getItem(name) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}
