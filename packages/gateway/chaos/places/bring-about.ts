// Has people do what leads to the moment at which a gateway is to end: some of those come about too rarely by themselves.

import { sleep } from '../chaos-round.ts'
import { type Inspection, inspect } from '../inspect-database.ts'
import type { PointName } from './die-points.ts'
import { type Crowd, makeId, mention, say } from './place-load.ts'
import { type PlannedCall, writeCall } from './place-plan.ts'

const againMs = 350

/** Until the signal fires. */
export async function bringAbout(
  crowd: Crowd,
  path: string,
  name: PointName,
  signal: AbortSignal,
): Promise<void> {
  const act = acts[name]
  const asked = new Set<string>()
  while (act !== undefined && !signal.aborted) {
    const channel = crowd.ledger.channels.find((id) => crowd.platform.state.conversations.has(id))
    if (channel !== undefined) await act({ crowd, channel, bound: readBound(crowd, path), asked })
    await sleep(againMs)
  }
}

interface Around {
  crowd: Crowd
  channel: string
  /** Conversations that are bound and can be written in. */
  bound: readonly { id: string; status: string }[]
  /** Those in which it was said already: to say it again would put off what is waited for. */
  asked: Set<string>
}

type Act = (around: Around) => void | Promise<void>

type Spawn = Extract<PlannedCall, { kind: 'spawn' }>

const spawn =
  (wish: Partial<Spawn>): Act =>
  ({ crowd, channel }) => {
    const call = { id: makeId(), kind: 'spawn', thread: true, mode: 'run', model: 'caller', cleanup: 'keep' }
    say(crowd, 'ada', channel, `${mention}\n${writeCall({ ...call, ...wish } as Spawn)}`)
  }

/** Where nothing is bound yet, something is first. */
const inBound =
  (status: string, text: string, first: Act): Act =>
  (around) => {
    const { crowd, bound, asked } = around
    const places = bound.filter((one) => one.status === status)
    if (places.length === 0) return first(around)
    for (const { id } of places.filter((one) => !asked.has(one.id))) {
      asked.add(id)
      say(crowd, 'ada', id, text)
    }
  }

const stay = spawn({ mode: 'session' })
const talk = spawn({ model: 'talker' })

const acts: Partial<Record<PointName, Act>> = {
  F3: spawn({ thread: false, model: 'slow' }),
  F4: spawn({ thread: false }),
  F5: spawn({ thread: false }),
  F6: spawn({ thread: false }),
  F11: talk,
  F13: spawn({}),
  F15: inBound('active', `${mention} /unfocus`, stay),
  F16: inBound('ending', 'go on', spawn({})),
  async F18(around) {
    await spawn({ thread: false, model: 'slow' })(around)
    await sleep(againMs)
    say(around.crowd, 'ada', around.channel, `${mention} /stop`)
  },
  F19: inBound('active', `${mention} /session ttl 1s`, stay),
}

function readBound({ platform }: Crowd, path: string): Around['bound'] {
  const rows = inspect(path, (database: Inspection) =>
    database.rows<{ id: string; status: string }>(
      `select conversation_id as id, status from bindings where channel = 'loopback' and status <> 'ended'
         order by bound_at desc limit 20`,
    ),
  )
  return rows.filter(({ id }) => {
    const place = platform.state.conversations.get(id)
    return place !== undefined && !place.isLocked && place.closedTo.size === 0
  })
}
