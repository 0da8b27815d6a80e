// What a command sees of the environment: a few fixed variables, and those of ours that the configuration names. Nothing
// comes along by itself, and no file of the workspace is read for it.

export type Environment = Readonly<Record<string, string>>

/** Not even when it is named: it opens every other secret. */
const neverShown = new Set(['HEDDLE_SECRET_KEY'])

export const programFolders = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
] as const

export interface EnvironmentChoice {
  own: Readonly<Record<string, string | undefined>>
  /** `tools.exec.env`. */
  named: readonly string[]
  home: string
}

export function chooseEnvironment({ own, named, home }: EnvironmentChoice): Environment {
  const environment: Record<string, string> = {
    PATH: programFolders.join(':'),
    HOME: home,
    LANG: own['LANG'] ?? 'C.UTF-8',
    // No colours, no cursor moves.
    TERM: 'dumb',
  }
  if (own['TZ'] !== undefined) environment['TZ'] = own['TZ']
  for (const name of named) {
    const value = own[name]
    if (value !== undefined && !neverShown.has(name)) environment[name] = value
  }
  return environment
}
