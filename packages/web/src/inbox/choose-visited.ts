// Which notification the address of the page in sight leads to, from wherever one came: a link in a message elsewhere, a
// notice, a search. Pure. What waits for one's word does so until it is settled, seen or not.

import type { NotificationJson, SessionAddress } from '@heddle/contract'

export function chooseVisited(
  items: readonly NotificationJson[],
  { sessionId, eventId, replyId }: SessionAddress,
): NotificationJson | undefined {
  return items.find(
    (item) =>
      item.readAt === undefined &&
      item.reason !== 'approval' &&
      item.sessionId === sessionId &&
      item.eventId === eventId &&
      item.replyId === replyId,
  )
}
