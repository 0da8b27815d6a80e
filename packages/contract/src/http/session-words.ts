// The words of a session's JSON that have a fixed set of values.

export const sessionStates = ['idle', 'running', 'over', 'archived'] as const
export const sessionKinds = ['chat', 'subagent', 'acp'] as const
export const visibilities = ['private', 'team'] as const

export const turnOutcomes = ['succeeded', 'failed', 'cancelled'] as const
