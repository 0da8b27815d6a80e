// Cancels a message that waits. One's own can be put back: the same words and files again, at the place they had. That
// of someone else cannot, because it would then be said by another.

import type { QueuedJson } from '@heddle/contract'
import { useState } from 'react'
import { useClient } from '../../api/client-context.tsx'
import { newKey } from '../../api/new-key.ts'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { useToast } from '../../shell/toasts.tsx'
import { strings } from '../../strings.ts'

interface CancelQueued {
  isPending: boolean
  cancel(item: QueuedJson): void
}

export function useCancelQueued(
  sessionId: string,
  on: {
    /** The whole of a text that came cut. */
    read(messageId: string): Promise<string | undefined>
    done(): void
    /** It could not be put back; what it said must not be lost. */
    keep(item: QueuedJson): void
  },
): CancelQueued {
  const client = useClient()
  const me = useMe()
  const announce = useAnnounce()
  const toast = useToast()
  const [isPending, setPending] = useState(false)
  const words = strings.composer.queue

  const putBack = async (item: QueuedJson, key: string) => {
    try {
      const { eventId } = await client.call('postMessage', {
        path: { id: sessionId },
        key,
        body: {
          body: item.text,
          mode: item.mode,
          clientMessageId: key,
          attachments: item.attachments.map(({ id }) => id),
        },
      })
      const { position } = item
      await client
        .call('changeQueued', { path: { id: sessionId, messageId: eventId }, body: { position } })
        // Taken at once, or alone in the queue: then it has no place to go back to.
        .catch(() => {})
      announce(words.back(position + 1))
    } catch {
      toast({ text: words.notBack, tone: 'bad' })
      on.keep(item)
    }
  }
  const cancel = async (item: QueuedJson) => {
    const isMine = item.author.id === me.id
    const text = item.truncated && isMine ? await on.read(item.messageId) : item.text
    if (text === undefined) return announce(strings.session.queue.failed)
    await client.call('cancelQueued', { path: { id: sessionId, messageId: item.messageId } })
    on.done()
    if (!isMine) return toast({ text: words.cancelledOf(item.author.name) })
    const key = newKey()
    toast({ text: words.cancelled(text), undo: () => void putBack({ ...item, text }, key) })
  }
  return {
    isPending,
    cancel(item) {
      setPending(true)
      cancel(item)
        .catch(() => announce(strings.session.queue.failed))
        .finally(() => setPending(false))
    },
  }
}
