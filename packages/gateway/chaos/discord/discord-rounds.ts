// Kills the gateway while people on an emulated Discord with troubles talk to it. When all of it has come to rest, what can
// be seen there is held against what the gateway believes.

import type { DiscordState } from '@heddle/emulators/discord/discord-state'
import { between, type RoundKind, type RoundResult, sleep } from '../chaos-round.ts'
import { checkRest } from '../check-turns.ts'
import { inspect, type Inspection } from '../inspect-database.ts'
import { checkArrivals } from '../places/check-arrivals.ts'
import { checkBindingRows } from '../places/check-bindings.ts'
import { checkCompletions, checkTurns } from '../places/check-deliveries.ts'
import { comeToRestWith } from '../places/come-to-rest-there.ts'
import { decideStuck } from '../places/decide-stuck.ts'
import { choosePointOf } from '../places/die-points.ts'
import type { SaidThere } from '../places/place-ledger.ts'
import { checkAsked } from './check-asked.ts'
import { checkManners } from './check-manners.ts'
import { checkVisible } from './check-visible.ts'
import { createDiscordFigures } from './discord-figures.ts'
import { createDiscordLedger, type DiscordLedger } from './discord-ledger.ts'
import { type DiscordCrowd, liveInChannel, openDiscordChannel, writeOnceMore } from './discord-load.ts'
import { discordPoints } from './discord-points.ts'
import { type DiscordStage, openDiscordStage } from './discord-stage.ts'
import { createDiscordTally } from './discord-tally.ts'
import { makeDiscordTrouble } from './discord-trouble.ts'
import { type DiscordKilling, endOnDiscord } from './end-on-discord.ts'
import { tellMissed } from './tell-missed.ts'
import { plainServer, spokenServer } from './who-is-there.ts'

const againShare = 0.3

export async function createDiscordRounds(rounds: number): Promise<RoundKind> {
  const stage = await openDiscordStage()
  const { discord, path } = stage
  const { platform } = discord
  const figures = createDiscordFigures(stage)
  const tally = createDiscordTally()
  let earlier: readonly string[] = []

  async function round(): Promise<RoundResult> {
    const ledger = createDiscordLedger(Date.now(), discord, earlier)
    const endTroubles = makeDiscordTrouble(stage, ledger, rounds)
    figures.add('kills', await liveThroughKills({ stage, tally }, ledger))
    endTroubles()
    const rest = () => comeToRestWith(stage, (database) => untold(database, stage))
    const breaches = await rest()
    figures.add('decided by a person', await decideStuck(stage, ledger, breaches))
    const last: DiscordCrowd = { discord, ledger, isOver: () => true }
    for (const channel of ledger.channels) writeOnceMore(last, channel)
    breaches.push(...(await rest()))
    breaches.push(
      ...inspect(path, (database) => [
        ...checkVisible(database, platform.state, ledger),
        ...checkAsked(database, ledger),
        ...checkArrivals(
          database,
          {
            state: { conversations: platform.state.channels },
            // Of direct messages there is no list.
            isTold: (id) => platform.state.channels.get(id)?.kind !== 'dm',
          },
          { ...ledger, said: ledger.said.map((said) => judgeGone(platform.state, said)) },
          'discord',
        ),
        ...checkBindingRows(database, ledger.startedAt, 'discord'),
        ...checkTurns(database, ledger, 'discord'),
        ...checkCompletions(database, ledger, 'discord'),
        ...checkRest(database),
      ]),
      ...checkManners(stage, ledger),
    )
    inspect(path, (database) => figures.take(database, ledger))
    tally.take(ledger)
    earlier = ledger.channels
    const told = tellMissed(breaches, stage, ledger.startedAt)
    return { acknowledged: ledger.said.length + ledger.asked.length, breaches: told }
  }

  return {
    name: 'discord',
    round,
    figures: () => ({ ...figures.tell(), ...tally.tell() }),
    lacking: tally.lacking,
    close: stage.close,
  }
}

async function liveThroughKills(
  killing: Omit<DiscordKilling, 'crowd'>,
  ledger: DiscordLedger,
): Promise<number> {
  const { stage, tally } = killing
  let isOver = false
  const crowd: DiscordCrowd = { discord: stage.discord, ledger, isOver: () => isOver }
  const load = [plainServer, spokenServer].map((server) =>
    liveInChannel(crowd, openDiscordChannel(crowd, server)),
  )
  let kills = 1
  await endOnDiscord({ ...killing, crowd })
  while (Math.random() < againShare) {
    // It may end while it starts and takes up what was left.
    const armed = Math.random() < 0.5 ? choosePointOf(discordPoints, tally.hitsOf) : undefined
    if (armed) stage.arm(armed)
    await stage.restart()
    await endOnDiscord({ ...killing, crowd }, armed)
    kills++
  }
  stage.arm(undefined)
  await stage.restart()
  // What waits is not all there is: it goes on for a moment with the one that stays.
  await sleep(between(0, 300))
  isOver = true
  await Promise.all(load)
  return kills
}

/** Of a thread that was deleted before it was heard nobody knows what it stood under, and so whether it may be heard. */
function judgeGone(state: DiscordState, said: SaidThere): SaidThere {
  return state.channels.has(said.conversationId) || said.fate === 'nothing'
    ? said
    : { ...said, fate: 'anything' }
}

/** Up to where it has heard is on its disk. */
function untold(database: Inspection, { discord }: DiscordStage): string[] {
  const [noted] = database.rows<{ value: string }>(
    `select value from channel_notes where channel = 'discord' and name = 'session:0'`,
  )
  // Written by the gateway that is looked at.
  const { sessionId, sequence } = JSON.parse(noted?.value ?? '{}') as {
    sessionId?: string
    sequence?: number
  }
  const session = discord.gateway.sessions().find(({ id }) => id === sessionId)
  if (!session) return ['no session with Discord is noted that is there']
  const left = session.seq - (sequence ?? 0)
  return left === 0 ? [] : [`${left} events of Discord are not heard`]
}
