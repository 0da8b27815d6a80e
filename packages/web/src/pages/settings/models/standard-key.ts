// The setting that says which model agents use that name none of their own.

export const standardKey = 'agents.defaults.model'
