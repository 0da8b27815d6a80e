// Serves an emulated Discord for trying things out: `npm run -s discord -- [port]`. It begins with the demo server, and
// says what to put into heddle.json5, unless it is asked to be `--brief`. What Discord itself would not take is told as it
// comes.

import { realPlatformClock } from '../loopback/platform-time.ts'
import { addDemoServer, demoAccount, demoToken } from './demo-server.ts'
import { type DiscordOptions, openDiscord } from './open-discord.ts'
import { serveDiscord } from './serve-discord.ts'

const [given = '7600'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isBrief = process.argv.includes('--brief')
const port = Number(given)

try {
  await serve()
} catch (error) {
  // A port that is taken or none is no mistake of ours: one sentence says it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

async function serve(): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`"${given}" is not a port from 0 to 65535`)
  }
  const discord = openDiscord({ clock: realPlatformClock, judge: await findJudge() })
  // A socket that nobody breathes through is closed, as it would be there.
  discord.gateway.manners.silenceMsMax = discord.gateway.manners.heartbeatIntervalMs * 2
  addDemoServer(discord)
  const { url, apiUrl } = await serveDiscord(discord, port)
  process.stdout.write(`Discord listens on ${url}; open that in a browser to play its people.\n`)
  if (!isBrief) process.stdout.write(explain(apiUrl))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

/** Undefined where what is for development was not installed: one plays without, then. */
async function findJudge(): Promise<DiscordOptions['judge']> {
  try {
    const { judgeExchanges, tellBreach } = await import('./judge-exchanges.ts')
    return (platform) =>
      judgeExchanges(platform, (breach) => void process.stderr.write(`${tellBreach(breach)}\n`))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function explain(apiUrl: string): string {
  const channels = { discord: { accounts: { main: demoAccount(apiUrl) } } }
  return `The bot's token is ${demoToken}. In heddle.json5:\n\n${JSON.stringify({ channels }, null, 2)}\n`
}
