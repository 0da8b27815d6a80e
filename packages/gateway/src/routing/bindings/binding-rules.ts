// What the configuration says of bindings in a place (BND11).

export interface ThreadBindingRules {
  enabled: boolean
  /** How long one lasts while nobody writes there; 0 is for ever. */
  idleMs: number
  /** At most; 0 is for ever. */
  maxAgeMs: number
  /** Whether a conversation that Heddle opened is put away after the farewell. */
  archiveOnUnbind: boolean
  /** Undefined: true for persistent sub-agents, false for runs (RTE7). */
  failClosed: boolean | undefined
  spawnSubagentSessions: boolean
  spawnAcpSessions: boolean
}

/** Of the account, of its channel, of all: what the nearest one leaves open, the next one says. */
export type ThreadBindingLayer = Partial<ThreadBindingRules>

export function chooseThreadBindingRules(
  channel: string,
  layers: readonly (ThreadBindingLayer | undefined)[],
): ThreadBindingRules {
  const rules = {
    enabled: true,
    idleMs: 24 * 3_600_000,
    maxAgeMs: 0,
    archiveOnUnbind: true,
    failClosed: undefined,
    // A page of one's own costs nobody anything; a thread on a platform is seen by others.
    spawnSubagentSessions: channel === 'web',
    spawnAcpSessions: false,
  }
  const said = (layer: ThreadBindingLayer | undefined) =>
    Object.fromEntries(Object.entries(layer ?? {}).filter(([, value]) => value !== undefined))
  return Object.assign(rules, ...layers.toReversed().map(said))
}
