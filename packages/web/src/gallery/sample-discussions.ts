// Discussions and their replies, made up for the gallery.

import type { PersonJson, ReplyJson, WholeThreadJson } from '@heddle/contract'
import { ago, ann, bob, longName, mei } from './sample-people.ts'
import { answer, longWord, rightToLeft, sessionId } from './sample-sessions.ts'

const eventId = (place: number) => `evt_${String(place).padStart(26, '0')}`
export const threadId = 'thr_00000000000000000000000009'

const authorOf = ({ id, handle, name }: PersonJson) => ({ id, handle, name })

/** About the answer of the sample talk, unless another place is named. */
export function thread(over: Partial<WholeThreadJson> = {}, place = 9): WholeThreadJson {
  return {
    id: threadId.replace(/\d\d$/, String(place).padStart(2, '0')),
    sessionId,
    anchorEventId: eventId(place),
    anchorPlace: place,
    state: 'active',
    createdBy: bob.id,
    createdAt: ago(14),
    updatedAt: ago(3),
    lastReplyAt: ago(3),
    lastReplySeq: 60,
    replyCount: 4,
    unread: 0,
    anchor: {
      eventId: eventId(place),
      kind: 'message.agent',
      place,
      actor: { kind: 'agent', id: 'main', name: 'Main' },
      createdAt: ago(18),
      excerpt: answer.replaceAll(/\s+/g, ' '),
    },
    ...over,
  }
}

export function reply(
  index: number,
  body: string,
  who: PersonJson = bob,
  over: Partial<ReplyJson> = {},
): ReplyJson {
  const id = `rpl_${String(index).padStart(26, '0')}`
  return {
    id,
    threadId,
    sessionId,
    authorId: who.id,
    author: authorOf(who),
    body,
    clientMessageId: id,
    mentions: [],
    createdAt: ago(14 - index / 20),
    sourceEventId: `evt_r${String(index).padStart(25, '0')}`,
    seq: 40 + index,
    ...over,
  }
}

export const someReplies: readonly ReplyJson[] = [
  reply(1, 'I like *Second Thread*. @ann, would the harbour take a name in two words?', bob, {
    mentions: ['ann'],
  }),
  reply(
    2,
    'They do; the form has room for 24 letters:\n\n```text\nSECOND THREAD\n```\n\nsee `harbour/names.txt`.',
    ann,
    {
      editedAt: ago(13),
      handedEarlier: true,
    },
  ),
  reply(3, '', mei, { deletedAt: ago(12) }),
  reply(4, 'Then let us take it. @main can put it into the list, and @ann tells the harbour.', mei, {
    mentions: ['main', 'ann'],
  }),
]

const long = { ...bob, id: 'per_long', name: longName }
export const longReplies: readonly ReplyJson[] = [
  reply(1, longWord, long),
  reply(2, `${answer}\n\n`.repeat(4), ann),
  reply(
    3,
    `\`\`\`ts\n${'const name = await harbour.register({ name: "Second Thread", owner: "Lindgren" })\n'.repeat(8)}\`\`\``,
    long,
  ),
  reply(
    4,
    '| name | letters | taken by somebody else in this harbour |\n|---|---|---|\n| Kestrel | 7 | no |\n| Patience | 8 | yes |',
    mei,
  ),
  reply(5, rightToLeft, { ...mei, name: 'مريم العبد الله' }),
  reply(6, 'שלום @ann, זה קצר.', mei, { mentions: ['ann'] }),
]

export function manyReplies(count: number): readonly ReplyJson[] {
  return Array.from({ length: count }, (_, index) =>
    reply(index + 1, `Reply number ${index + 1}, said in passing.`, [ann, bob, mei][index % 3]),
  )
}

/** As the server answers: from the newest back. */
export function pagesOf(replies: readonly ReplyJson[]) {
  return ({ query }: { query?: { cursor?: string | undefined; limit?: unknown } | undefined }) => {
    const end = query?.cursor === undefined ? replies.length : Number(query.cursor)
    const start = Math.max(0, end - Number(query?.limit ?? 50))
    return {
      items: replies.slice(start, end).toReversed(),
      ...(start > 0 && { next: String(start) }),
    }
  }
}
