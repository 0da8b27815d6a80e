// Sits beside an emulated Discord and holds all that is asked of it, and all that it answers, against Discord's own schemas;
// where the machine has a copy of Discord's OpenAPI document, against that too. Whoever runs it asks what was found.

import type { SeenRequest } from './ground-truth.ts'
import { openOpenapiJudge } from './openapi-judge.ts'
import type { DiscordPlatform } from './platform.ts'
import { type Breach, isJudgedAnswer, judgeExchange } from './validate-exchange.ts'

export interface ExchangeJudge {
  /** Of all exchanges so far; its list grows with what is found later. */
  report(): Judgement
}

export interface Judgement {
  requests: number
  /** Fewer: what goes wrong on purpose says nothing about shapes. */
  answers: number
  breaches: readonly Breach[]
}

/** Read once for the process. */
const openapi = openOpenapiJudge()

/** At once, while whoever asked still waits. `onBreach`: for whoever wants to hear of it before they ask. */
export function judgeExchanges(
  platform: Pick<DiscordPlatform, 'onExchange'>,
  onBreach: (breach: Breach) => void = () => undefined,
): ExchangeJudge {
  const judgement = { requests: 0, answers: 0, breaches: new Array<Breach>() }
  platform.onExchange((exchange) => {
    const found = take(judgement, exchange)
    found.forEach(onBreach)
  })
  return { report: () => judgement }
}

/** Where somebody measures how long answers take: exchanges are kept, and judged when somebody asks. */
export function judgeWhenAsked(platform: Pick<DiscordPlatform, 'onExchange'>): ExchangeJudge {
  const judgement = { requests: 0, answers: 0, breaches: new Array<Breach>() }
  const kept: SeenRequest[] = []
  platform.onExchange((exchange) => void kept.push(exchange))
  return {
    report() {
      for (const exchange of kept.splice(0)) take(judgement, exchange)
      return judgement
    },
  }
}

function take(judgement: Judgement & { breaches: Breach[] }, exchange: SeenRequest): Breach[] {
  const found = judgeExchange(exchange, openapi)
  judgement.requests++
  if (isJudgedAnswer(exchange)) judgement.answers++
  judgement.breaches.push(...found)
  return found
}

export function tellBreach({ side, route, what }: Breach): string {
  return side === 'request'
    ? `Discord would not take ${route}: ${what}`
    : `Discord would not answer ${route} like that: ${what}`
}
