// What `npm run dev` was asked for: its own flags, and what it hands on to `heddle start`. The data folder is one of its
// own, so that trying things out never touches the real one, whatever the environment says.

export interface DevFlags {
  /** Throw the demo data away and begin anew. */
  isFresh: boolean
  data: string
  /** Where the emulated Discord listens. */
  discordPort: number
  /** For `heddle start`, the data folder included. */
  start: string[]
}

const devFolder = '.heddle-dev'
const usualDiscordPort = 7_600

export function readDevFlags(args: readonly string[]): DevFlags {
  const discord = findFlag(args, '--discord-port')
  const rest = args.filter((arg, i) => arg !== '--fresh' && !discord.places.includes(i))
  const { value: given, places } = findFlag(rest, '--data')
  if (places.length > 0 && (given === undefined || given === '' || given.startsWith('--'))) {
    throw new Error(`--data: names no folder; leave it out for "${devFolder}"`)
  }
  return {
    isFresh: args.includes('--fresh'),
    data: given ?? devFolder,
    discordPort: discord.places.length === 0 ? usualDiscordPort : readPort(discord.value),
    start: given === undefined ? ['--data', devFolder, ...rest] : rest,
  }
}

/** As `--name value` or `--name=value`; `places`: where it stands among the arguments, nowhere if it is not there. */
function findFlag(args: readonly string[], name: string): { value: string | undefined; places: number[] } {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at === -1) return { value: undefined, places: [] }
  if (args[at] === name) return { value: args[at + 1], places: [at, at + 1] }
  return { value: args[at]?.slice(name.length + 1), places: [at] }
}

function readPort(text = ''): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Error(`--discord-port: "${text}" is not a port from 1 to 65535`)
}
