// Follows one's own log for the inbox: what it says is applied to what was read, and what it cannot say is read again.
// It goes on from its first snapshot, and what was read before that may lack what came in between.

import type { NotificationJson, ServerFrame } from '@heddle/contract'
import type { InboxChange } from './inbox-change.ts'
import { mayBeRead, type PersonNews, readPersonFrame } from './read-person-frame.ts'

export interface InboxFollowerDeps {
  apply(change: InboxChange): void
  /** Something new came. */
  tell(notification: NotificationJson): void
  /** All that was read of the inbox. */
  held(): readonly NotificationJson[]
  readAgain(): void
}

export interface InboxFollower {
  hear(frame: ServerFrame): void
  /** The newest entry of the log that was heard. */
  after(): number | undefined
}

export function createInboxFollower({ apply, tell, held, readAgain }: InboxFollowerDeps): InboxFollower {
  let newest: number | undefined

  function take(news: PersonNews): void {
    if (news.kind === 'read') {
      if (mayBeRead(held(), news)) readAgain()
      return
    }
    if (news.kind === 'several') {
      apply({ kind: 'count', unread: news.unread })
      return readAgain()
    }
    const { notification, unread, isNew } = news
    apply({ kind: 'one', notification, unread })
    if (isNew) tell(notification)
  }

  return {
    hear(frame) {
      if (frame.type === 'snap') {
        // Somebody else on the page may have asked for it; a number that went back is of another life of the log.
        const isMissed = frame.seq !== newest
        newest = frame.seq
        if (isMissed) readAgain()
      }
      if (frame.type !== 'ev' || (newest !== undefined && frame.seq <= newest)) return
      newest = frame.seq
      const news = readPersonFrame(frame)
      if (news) take(news)
    },
    after: () => newest,
  }
}
