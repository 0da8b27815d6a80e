// Ends a gateway at a moment in which it hurts: at one that is named, when Discord has just done something, or at any.

import { between, sleep } from '../chaos-round.ts'
import { endRoughly } from '../gateway-process.ts'
import type { ArmedPoint } from '../places/die-points.ts'
import { choosePointOf } from '../places/die-points.ts'
import { makeId } from '../places/place-load.ts'
import { writeCall } from '../places/place-plan.ts'
import { type DiscordCrowd, openThreads, run, sayThere, takeWebhook } from './discord-load.ts'
import { type DiscordPointName, discordPoints } from './discord-points.ts'
import type { DiscordStage } from './discord-stage.ts'
import type { CountedPoint, DiscordTally } from './discord-tally.ts'
import { mention } from './who-is-there.ts'

const lifeMsMax = 1_300
/** For what is aimed at to come about; then it is killed anyway. */
const aimMsMax = 2_600
const againMs = 350

export interface DiscordKilling {
  stage: DiscordStage
  crowd: DiscordCrowd
  tally: DiscordTally
}

export async function endOnDiscord(killing: DiscordKilling, armed = chooseArmed(killing)): Promise<void> {
  if (armed) await endAtPoint(killing, armed)
  else await endFromOutside(killing)
}

/** Two of three end themselves. */
function chooseArmed({ stage, tally }: DiscordKilling): ArmedPoint<DiscordPointName> | undefined {
  if (Math.random() < 0.33) return undefined
  const armed = choosePointOf(discordPoints, tally.hitsOf)
  stage.arm(armed)
  return armed
}

async function endAtPoint(
  { stage, crowd, tally }: DiscordKilling,
  { name }: ArmedPoint<DiscordPointName>,
): Promise<void> {
  const { gateway } = stage
  let isReached = false
  void gateway.closed.then(() => (isReached = true))
  const over = new AbortController()
  const load = bringAbout(crowd, name, over.signal)
  await Promise.race([sleep(aimMsMax * stage.slowness), gateway.closed])
  if (isReached) tally.hit(name)
  over.abort()
  await finish(stage)
  await load
}

/** Has people do what leads to it: some moments come about too rarely by themselves. */
async function bringAbout(crowd: DiscordCrowd, name: DiscordPointName, signal: AbortSignal): Promise<void> {
  const act = leading[name]
  while (act && !signal.aborted) {
    const channel = crowd.ledger.channels.find((id) => crowd.discord.platform.state.channels.has(id))
    if (channel !== undefined) act(crowd, channel)
    await sleep(againMs)
  }
}

const spawn = (model: string) => (crowd: DiscordCrowd, channel: string) => {
  const call = { kind: 'spawn', thread: true, mode: 'run', cleanup: 'keep' } as const
  sayThere(crowd, 'ada', channel, `${mention}\n${writeCall({ id: makeId(), model, ...call })}`)
}

const leading: Partial<Record<DiscordPointName, (crowd: DiscordCrowd, channel: string) => void>> = {
  F11: spawn('talker'),
  F13: spawn('caller'),
  F14(crowd) {
    for (const channel of crowd.ledger.channels) {
      takeWebhook(crowd, channel)
      sayThere(crowd, 'ada', channel, `${mention} and now?`)
      // Where the bot speaks for itself, those below it have names of their own.
      for (const { id } of openThreads(crowd, channel)) sayThere(crowd, 'ada', id, 'go on')
    }
  },
  F15(crowd, channel) {
    const threads = openThreads(crowd, channel)
    if (threads.length === 0) spawn('caller')(crowd, channel)
    for (const { id } of threads) run(crowd, id, 'unfocus')
  },
  F16(crowd, channel) {
    spawn('caller')(crowd, channel)
    for (const { id } of openThreads(crowd, channel)) sayThere(crowd, 'ada', id, 'go on')
  },
  answer: (crowd, channel) => run(crowd, channel, 'subagents list'),
}

const doneRoutes = [
  ['POST /channels/{channel_id}/messages', 'F9'],
  ['POST /webhooks/{webhook_id}/{webhook_token}', 'F9'],
  ['POST /webhooks/{webhook_id}/{webhook_token}', 'F9'],
  ['POST /channels/{channel_id}/messages/{message_id}/threads', 'F13'],
  ['POST /channels/{channel_id}/webhooks', 'F14'],
  ['POST /interactions/{interaction_id}/{interaction_token}/callback', 'answer'],
] as const satisfies readonly (readonly [string, CountedPoint])[]

async function endFromOutside({ stage, tally }: DiscordKilling): Promise<void> {
  const { gateway } = stage
  if (Math.random() < 0.5) {
    await Promise.race([sleep(between(200, lifeMsMax * stage.slowness)), gateway.closed])
    return finish(stage)
  }
  const [route, point] = doneRoutes[Math.floor(Math.random() * doneRoutes.length)] ?? doneRoutes[0]
  let left = Math.floor(between(1, 4))
  const struck = new Promise<void>((resolve) => {
    stage.onDone = (request) => {
      if (!request.wasDone || `${request.method} ${request.route}` !== route || --left !== 0) return
      gateway.signal('SIGKILL')
      tally.hit(point)
      resolve()
    }
  })
  await Promise.race([struck, sleep(aimMsMax * stage.slowness), gateway.closed])
  stage.onDone = () => undefined
  await finish(stage)
}

async function finish(stage: DiscordStage): Promise<void> {
  await endRoughly(stage.gateway)
  stage.noteEnd()
}
