// Moves an emulated Discord by requests: its people and those who run its servers, and what goes wrong. For tests in other
// processes, for whoever tries things out, and for the page.

import { BadBody, type BodyReader, readBody } from '../loopback/read-body.ts'
import { DiscordError } from './discord-error.ts'
import { gatewayVerbs } from './control-gateway.ts'
import { ownerVerbs } from './control-owners.ts'
import { peopleVerbs } from './control-people.ts'
import { restVerbs } from './control-rest.ts'
import type { Discord } from './open-discord.ts'

/** What comes back is the answer's body; undefined: an empty one. */
export type ControlVerb = (discord: Discord, read: BodyReader) => unknown

export type ControlVerbs = Readonly<Record<string, ControlVerb>>

export interface ControlAnswer {
  status: number
  body: unknown
}

const verbs: ControlVerbs = { ...peopleVerbs, ...ownerVerbs, ...gatewayVerbs, ...restVerbs }

export async function controlDiscord(discord: Discord, verb: string, body: unknown): Promise<ControlAnswer> {
  const found = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!found) return { status: 404, body: { message: `There is: ${Object.keys(verbs).join(', ')}.` } }
  try {
    return { status: 200, body: (await found(discord, readBody(body))) ?? {} }
  } catch (error) {
    if (error instanceof BadBody) return { status: 400, body: { message: error.message } }
    if (error instanceof DiscordError) return { status: error.status, body: error.body }
    // What cannot be done is said in words.
    if (error instanceof Error) return { status: 409, body: { message: error.message } }
    throw error
  }
}
