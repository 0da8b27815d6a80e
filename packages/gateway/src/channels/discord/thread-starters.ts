// The message that a thread was opened from: whoever begins to hear there has to know it. Asked for once for each thread,
// and told along until somebody heard it.

import { isThreadType } from './channel-words.ts'
import type { KnownChannel } from './known-channels.ts'
import { type DiscordMessage, parseMessage } from './message-words.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export interface ThreadStarters {
  /** Undefined: there is none, or it was heard. Throws where nobody answers. */
  find(thread: KnownChannel, signal: AbortSignal): Promise<DiscordMessage | undefined>
  /** What comes next in the thread comes without it. */
  wasHeard(threadId: string): void
}

const keptMax = 5_000

export function createThreadStarters(rest: DiscordRest): ThreadStarters {
  /** Nothing: there is none, or it is not needed any more. */
  const known = new Map<string, DiscordMessage | undefined>()

  function keep(threadId: string, starter: DiscordMessage | undefined): void {
    known.set(threadId, starter)
    if (known.size <= keptMax) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  /** Opened from a message, a thread has its id; in a forum that message is the first in the thread itself. */
  async function ask(threadId: string, parentId: string, signal: AbortSignal) {
    for (const channelId of [parentId, threadId]) {
      const path = `/channels/${channelId}/messages/${threadId}` as const
      const reply = await rest.call({ method: 'GET', path, signal })
      if (isOk(reply)) return parseMessage(reply.body)
      const isAbsent = reply.kind === 'answer' && [400, 403, 404].includes(reply.status)
      if (!isAbsent) throw new Error(`The first message of a thread cannot be read: ${tellReply(reply)}.`)
    }
    return undefined
  }

  return {
    async find({ id, type, parentId }, signal) {
      if (!isThreadType(type) || parentId === undefined) return undefined
      if (known.has(id)) return known.get(id)
      const starter = await ask(id, parentId, signal)
      keep(id, starter)
      return starter
    },
    wasHeard: (threadId) => keep(threadId, undefined),
  }
}
