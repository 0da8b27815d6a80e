// What goes wrong on the gateway on purpose. A plan is asked once for each event and session, in their order.

export type GatewayFault =
  /** It never comes, and no RESUME brings it: it has no number. */
  | { kind: 'lose' }
  /** It comes again at once, under a number of its own, so often in all; 2 by default. */
  | { kind: 'twice'; copies?: number }
  /** It comes later; what happens meanwhile overtakes it. */
  | { kind: 'delay'; ms: number }
  /** The socket breaks, with the event still to be sent or just sent. A RESUME brings it in the first case. */
  | { kind: 'drop'; isSent: boolean }

export interface GatewayFaultQuestion {
  /** `MESSAGE_CREATE`. */
  t: string
  botId: string
}

export type GatewayFaultPlan = (question: GatewayFaultQuestion) => GatewayFault | undefined

export const noGatewayFaults: GatewayFaultPlan = () => undefined

export interface PlannedGatewayFault {
  /** Absent: whatever happens. */
  on?: string | readonly string[]
  /** How many such events go well before; 0 by default. */
  after?: number
  /** How many have it; 1 by default. */
  times?: number
  fault: GatewayFault
}

/** The first in the list that is due is the one. */
export function scriptGatewayFaults(list: readonly PlannedGatewayFault[]): GatewayFaultPlan {
  const left = list.map((planned) => ({ ...planned, after: planned.after ?? 0, times: planned.times ?? 1 }))
  return ({ t }) => {
    for (const planned of left) {
      if (planned.times === 0 || !isMeant(planned, t)) continue
      if (planned.after > 0) {
        planned.after--
        continue
      }
      planned.times--
      return planned.fault
    }
    return undefined
  }
}

/** Each with its own rate, from 0 to 1; together at most 1. */
export function seedGatewayFaults(
  random: { fraction(): number },
  rates: readonly (Pick<PlannedGatewayFault, 'on' | 'fault'> & { rate: number })[],
): GatewayFaultPlan {
  return ({ t }) => {
    let drawn = random.fraction()
    for (const planned of rates) {
      if (!isMeant(planned, t)) continue
      if (drawn < planned.rate) return planned.fault
      drawn -= planned.rate
    }
    return undefined
  }
}

function isMeant({ on }: Pick<PlannedGatewayFault, 'on'>, t: string): boolean {
  return on === undefined || [on].flat().includes(t)
}
