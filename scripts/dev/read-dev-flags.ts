// What `npm run dev` was asked for: its own flags, and what it hands on to `heddle start`. The data folder is one of its
// own, so that trying things out never touches the real one, whatever the environment says.

export interface DevFlags {
  /** Throw the demo data away and begin anew. */
  isFresh: boolean
  data: string
  /** For `heddle start`, the data folder included. */
  start: string[]
}

const devFolder = '.heddle-dev'

export function readDevFlags(args: readonly string[]): DevFlags {
  const rest = args.filter((arg) => arg !== '--fresh')
  const at = rest.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const given =
    at === -1 ? undefined : rest[at] === '--data' ? rest[at + 1] : rest[at]?.slice('--data='.length)
  if (at !== -1 && (given === undefined || given === '' || given.startsWith('--'))) {
    throw new Error(`--data: names no folder; leave it out for "${devFolder}"`)
  }
  return {
    isFresh: rest.length < args.length,
    data: given ?? devFolder,
    start: given === undefined ? ['--data', devFolder, ...rest] : rest,
  }
}
