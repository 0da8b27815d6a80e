// Each kind has the same share of the rounds: bare durable work is killed, the whole gateway under requests, in the middle of
// turns, while tools run and approvals wait, while sub-agents end and are heard of, while people talk to all of them on an
// outside platform and on Discord, and while they discuss what happened.

import type { RoundKind } from './chaos-round.ts'
import { createDiscordRounds } from './discord/discord-rounds.ts'
import { createGatewayRounds } from './gateway-rounds.ts'
import { createLedgerRounds } from './ledger-rounds.ts'
import { createPlaceRounds } from './places/place-rounds.ts'
import { createReplyRounds } from './replies/reply-rounds.ts'
import { createSubagentRounds } from './subagent-rounds.ts'
import { createToolRounds } from './tool-rounds.ts'
import { createTurnRounds } from './turn-rounds.ts'

export interface KindReport {
  name: string
  rounds: number
  acknowledged: number
  breaches: string[]
  seconds: number
  figures?: Readonly<Record<string, number>>
}

export const kindNames = [
  'work',
  'gateway',
  'turns',
  'tools',
  'subagents',
  'places',
  'discord',
  'replies',
] as const
export type KindName = (typeof kindNames)[number]

const kinds: Record<KindName, (rounds: number) => RoundKind | Promise<RoundKind>> = {
  work: createLedgerRounds,
  gateway: createGatewayRounds,
  turns: createTurnRounds,
  tools: createToolRounds,
  subagents: createSubagentRounds,
  places: createPlaceRounds,
  discord: createDiscordRounds,
  replies: createReplyRounds,
}

/** All rounds are of one kind when it is named; otherwise each kind gets its share. */
export async function runRounds(
  rounds: number,
  progress: (line: string) => void,
  only?: KindName,
): Promise<KindReport[]> {
  const run = async (name: KindName, share: number) => runKind(await kinds[name](share), share, progress)
  if (only !== undefined) return [await run(only, rounds)]
  const shares = chooseShares(rounds)
  // The two lighter ones together on two cores, then those that keep both busy by themselves.
  const [work, gateway, ...heavier] = kindNames
  const reports = await Promise.all([work, gateway].map((name) => run(name, shares[name])))
  for (const name of heavier) reports.push(await run(name, shares[name]))
  return reports
}

/** The same for each; what is left over goes to those that come first. */
function chooseShares(rounds: number): Record<KindName, number> {
  const share = (name: KindName) => Math.ceil((rounds - kindNames.indexOf(name)) / kindNames.length)
  return {
    work: share('work'),
    gateway: share('gateway'),
    turns: share('turns'),
    tools: share('tools'),
    subagents: share('subagents'),
    places: share('places'),
    discord: share('discord'),
    replies: share('replies'),
  }
}

async function runKind(
  kind: RoundKind,
  rounds: number,
  progress: (line: string) => void,
): Promise<KindReport> {
  const startedMs = performance.now()
  const report: KindReport = { name: kind.name, rounds: 0, acknowledged: 0, breaches: [], seconds: 0 }
  try {
    for (let i = 0; i < rounds; i++) {
      const { acknowledged, breaches } = await kind.round()
      report.rounds++
      report.acknowledged += acknowledged
      const told = breaches.map((text) => `${kind.name}, round ${i + 1}: ${text}`)
      report.breaches.push(...told)
      for (const line of told) progress(line)
      if ((i + 1) % 25 === 0) {
        progress(`  … ${kind.name}: ${i + 1} of ${rounds}, ${report.breaches.length} breaches`)
      }
    }
    if (kind.figures) report.figures = kind.figures()
    report.breaches.push(...(kind.lacking?.(rounds) ?? []).map((text) => `${kind.name}: ${text}`))
  } finally {
    await kind.close()
  }
  report.seconds = Math.round((performance.now() - startedMs) / 1_000)
  return report
}
