// The name of a model: the provider's name, a slash, and what the provider calls it, which may have slashes of its own.

export const demoModelName = 'demo/demo'

export interface ModelName {
  provider: string
  model: string
}

/** Undefined when there is no provider, or nothing behind it. */
export function splitModelName(name: string): ModelName | undefined {
  const slash = name.indexOf('/')
  if (slash <= 0 || slash === name.length - 1) return undefined
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) }
}
