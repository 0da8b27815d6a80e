// Half of the rounds kill bare durable work, half the whole gateway; both kinds at the same time, one core each.

import type { RoundKind } from './chaos-round.ts'
import { createGatewayRounds } from './gateway-rounds.ts'
import { createLedgerRounds } from './ledger-rounds.ts'

export interface KindReport {
  name: string
  rounds: number
  acknowledged: number
  breaches: string[]
  seconds: number
}

export async function runRounds(rounds: number, progress: (line: string) => void): Promise<KindReport[]> {
  const kinds = [createLedgerRounds(), await createGatewayRounds()]
  const share = [Math.ceil(rounds / 2), Math.floor(rounds / 2)]
  return Promise.all(kinds.map((kind, i) => runKind(kind, share[i] ?? 0, progress)))
}

async function runKind(
  kind: RoundKind,
  rounds: number,
  progress: (line: string) => void,
): Promise<KindReport> {
  const startedMs = performance.now()
  const report: KindReport = { name: kind.name, rounds: 0, acknowledged: 0, breaches: [], seconds: 0 }
  for (let i = 0; i < rounds; i++) {
    const { acknowledged, breaches } = await kind.round()
    report.rounds++
    report.acknowledged += acknowledged
    report.breaches.push(...breaches.map((text) => `${kind.name}, round ${i + 1}: ${text}`))
    if ((i + 1) % 25 === 0) progress(`  … ${kind.name}: ${i + 1} of ${rounds}`)
  }
  await kind.close()
  report.seconds = Math.round((performance.now() - startedMs) / 1_000)
  return report
}
