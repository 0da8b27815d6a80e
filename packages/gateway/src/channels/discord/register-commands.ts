// Tells Discord which commands there are, and only when that changed: each time counts against the bot.

import { createHash } from 'node:crypto'
import type { ChannelNotes } from '../channel.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { describeCommands } from './slash-commands.ts'
import { tellReply } from './tell-reply.ts'

const name = 'commands'

/** Throws where Discord did not take them. */
export async function registerCommands(
  { rest, notes, applicationId }: { rest: DiscordRest; notes: ChannelNotes; applicationId: string },
  signal: AbortSignal,
): Promise<void> {
  const list = describeCommands()
  const hash = createHash('sha256').update(JSON.stringify(list)).digest('hex')
  const registered = `${applicationId} ${hash}`
  if ((await notes.read(name)) === registered) return
  const reply = await rest.call({
    method: 'PUT',
    path: `/applications/${applicationId}/commands`,
    body: list,
    signal,
  })
  if (!isOk(reply)) throw new Error(`Discord does not take the commands: ${tellReply(reply)}.`)
  await notes.write(name, registered)
}
