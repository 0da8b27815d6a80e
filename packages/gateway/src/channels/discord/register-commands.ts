// Tells Discord which commands there are, and only when that changed here or there: each time counts against the bot.

import { createHash } from 'node:crypto'
import type { ChannelNotes } from '../channel.ts'
import { type DiscordRest, isOk, isRecord, type Reply } from './rest-words.ts'
import { describeCommands } from './slash-commands.ts'
import { tellReply } from './tell-reply.ts'

export interface CommandsDeps {
  rest: DiscordRest
  notes: ChannelNotes
  applicationId: string
}

const name = 'commands'

/** `isToLook`: Discord may have forgotten them, or somebody may have put others there. Throws where it did not take them. */
export async function registerCommands(
  deps: CommandsDeps,
  isToLook: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { rest, notes, applicationId } = deps
  const path = `/applications/${applicationId}/commands` as const
  const list = describeCommands()
  const wanted = `${applicationId} ${hashOf(list)}`
  const [registered, shown] = split(await notes.read(name))
  if (registered === wanted && !isToLook) return
  if (registered === wanted) {
    const there = await rest.call({ method: 'GET', path, signal })
    // As Discord tells them, which need not be as we do: held against how it told them when it took them.
    if (hashOf(readShown(there)) === shown) return
  }
  const reply = await rest.call({ method: 'PUT', path, body: list, signal })
  await notes.write(name, `${wanted} ${hashOf(readShown(reply))}`)
}

function split(note: string | undefined): [registered: string | undefined, shown: string | undefined] {
  const [applicationId, list, shown] = note?.split(' ') ?? []
  return [`${applicationId} ${list}`, shown]
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** In the order of their names: Discord's is its own. */
function readShown(reply: Reply): Shown[] {
  if (!isOk(reply) || !Array.isArray(reply.body))
    throw new Error(`Discord does not say which commands there are: ${tellReply(reply)}.`)
  return reply.body.map(shownOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

interface Shown {
  name: string
  about: readonly unknown[]
}

/** What people see of one, and of what belongs to it. */
function shownOf(command: unknown): Shown {
  const one = isRecord(command) ? command : {}
  const below = (key: string): unknown[] => (Array.isArray(one[key]) ? one[key] : [])
  const choices = below('choices').map((choice) => isRecord(choice) && [choice['name'], choice['value']])
  const flags = [one['required'] === true, one['autocomplete'] === true]
  return {
    name: String(one['name']),
    about: [one['type'], one['description'], flags, choices, below('options').map(shownOf)],
  }
}
