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

/** Of what is refused where it is off. */
export type BindingSwitch = 'enabled' | 'spawnSubagentSessions'
export type BindingSettings = Readonly<Record<BindingSwitch, string>>

/** What a part of the configuration says, and where it stands. */
export interface NamedLayer {
  path: string
  said: ThreadBindingLayer | undefined
}

/** By which setting each is decided, the nearest first: what nobody says can be said for the channel. */
export function chooseBindingSettings(channel: string, layers: readonly NamedLayer[]): BindingSettings {
  const settingOf = (rule: BindingSwitch) => {
    const deciding = layers.find(({ said }) => said?.[rule] !== undefined)
    return `${deciding?.path ?? `channels.${channel}.threadBindings`}.${rule}`
  }
  return { enabled: settingOf('enabled'), spawnSubagentSessions: settingOf('spawnSubagentSessions') }
}
