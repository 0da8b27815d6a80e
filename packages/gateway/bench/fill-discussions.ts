// A store with one session of some length in which much was discussed, taken into the search.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventId, SessionId } from '@heddle/contract'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { type OpenGround, openGround } from '../src/open-ground.ts'
import type { PersonActor } from '../src/people/people.ts'
import { takeInPiece } from '../src/sessions/search/take-in-logs.ts'
import { fillSessions } from './fill-sessions.ts'

export interface FilledDiscussions {
  sessionId: SessionId
  /** One with 200 replies. */
  threadId: string
  /** That one text has. */
  word: string
}

const repliesEach = 4
const repliesOfLong = 200
const threadsAtOnce = 25
const word = 'kingfisher'

export async function fillDiscussions(
  path: string,
  plan: { events: number; threads: number },
): Promise<FilledDiscussions> {
  const folder = openDataFolder(path)
  const config = loadConfig({ flags: {}, env: {}, dataFolder: path, cwd: path })
  const open = () => openGround({ folder: openDataFolder(path), config, env: {} })
  const first = await openGround({ folder, config, env: {} })
  const secret = await makePerson(first)
  const personId = (await actorOf(first, secret)).personId
  await first.close()
  const filled = fillSessions(path, {
    sessions: 1,
    events: 50,
    longEvents: plan.events,
    personId,
    otherPersonIds: [personId],
  })
  const sessionId = filled.longSessionId as SessionId
  const anchors = showToTeam(path, sessionId, plan.threads)
  const ground = await open()
  const actor = await actorOf(ground, secret)
  const threadId = await discuss(ground, actor, sessionId, anchors)
  while (await takeInPiece(ground.store, sessionId));
  await ground.close()
  return { sessionId, threadId, word }
}

async function makePerson({ people, store }: OpenGround): Promise<string> {
  const operator = { kind: 'operator', name: 'bench' } as const
  const prepared = await people.prepareMember({ handle: 'filler', role: 'member' })
  const { secret } = await store.tx(async (t) => {
    const person = await people.createMember(t, operator, prepared)
    return people.createToken(t, operator, { personId: person.id, name: 'bench' })
  })
  return secret
}

async function actorOf({ people, store }: OpenGround, secret: string): Promise<PersonActor> {
  const known = await store.read((r) => people.recognise(r, { bearer: secret }, store.now()))
  if (!known) throw new Error('nobody was made')
  return known.actor
}

/** Nothing of it is in the search yet; events all over it are to be spoken about. */
function showToTeam(path: string, id: SessionId, count: number): EventId[] {
  const db = new DatabaseSync(join(path, 'heddle.db'))
  db.prepare(`update sessions set visibility = 'team', search_seq = 0, is_behind = 1 where id = ?`).run(id)
  const rows = db
    .prepare(`select id from session_events where session_id = ? and kind = 'message.user' order by seq`)
    .all(id) as { id: EventId }[]
  db.close()
  const every = rows.length / count
  return Array.from({ length: count }, (_, i) => rows[Math.floor(i * every)]?.id).filter(
    (one) => one !== undefined,
  )
}

async function discuss(
  { collaboration, store }: OpenGround,
  actor: PersonActor,
  sessionId: SessionId,
  anchors: readonly EventId[],
): Promise<string> {
  let longest = ''
  for (let i = 0; i < anchors.length; i += threadsAtOnce) {
    await store.tx(async (t) => {
      for (const anchor of anchors.slice(i, i + threadsAtOnce)) {
        const { thread } = await collaboration.open(t, actor, sessionId, anchor)
        const isLong = anchor === anchors[Math.floor(anchors.length / 2)]
        if (isLong) longest = thread.id
        for (let n = 0; n < (isLong ? repliesOfLong : repliesEach); n++) {
          const body = `A reply, number ${n}, about the nightly build${isLong && n === 0 ? ` and a ${word}` : ''}.`
          await collaboration.post(t, actor, thread.id, { body, clientMessageId: `r${n}` })
        }
      }
    })
  }
  return longest
}
