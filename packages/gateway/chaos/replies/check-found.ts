// Holds what the search finds against what stands in the discussions: each word once, and what was taken back never.

import { sleep } from '../chaos-round.ts'
import type { Inspection } from '../inspect-database.ts'
import type { WrittenReply } from './reply-ledger.ts'
import { ask, type ReplyPlace } from './reply-load.ts'

const looked = 12

/** Some of them, by the word that each text has for itself. */
export async function checkFound(place: ReplyPlace): Promise<string[]> {
  const { ledger } = place
  const some = ledger.replies.filter((reply) => reply.acknowledged).slice(-looked)
  const breaches: string[] = []
  for (const reply of some) breaches.push(...(await checkOne(place, reply)))
  return breaches
}

async function checkOne(place: ReplyPlace, reply: WrittenReply): Promise<string[]> {
  const { isDeleteAsked, isDeleteTold, bodies, acknowledged, thread } = reply
  // Nobody knows what became of it.
  if (isDeleteAsked !== isDeleteTold || bodies.size !== 1) return []
  const words = new Set([...bodies, reply.body].map((body) => /w[0-9a-f]{8}/.exec(body)?.[0] ?? ''))
  const standing = isDeleteTold ? undefined : /w[0-9a-f]{8}/.exec([...bodies][0] ?? '')?.[0]
  const breaches: string[] = []
  for (const word of words) {
    const { body } = await ask(
      place,
      'GET',
      `/search?q=${word}&session=${thread.sessionId}`,
      undefined,
      [200],
    )
    const ids = (body['items'] as { replyId?: string }[]).map(({ replyId }) => replyId)
    const wanted = word === standing ? [acknowledged?.replyId] : []
    if (ids.join() !== wanted.join())
      breaches.push(`the search for ${word} finds ${ids.length} of ${wanted.length}`)
  }
  return breaches
}

/** Until the index has caught up: it follows a moment later. */
export async function untilTakenIn(look: <T>(read: (database: Inspection) => T) => T): Promise<string[]> {
  for (let i = 0; i < 500; i++) {
    const behind = look((database) =>
      database.count('select count(*) n from sessions where seq > search_seq'),
    )
    if (behind === 0) return []
    await sleep(20)
  }
  return ['what was said was not taken into the search']
}
