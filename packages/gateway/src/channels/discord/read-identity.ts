// As whom Discord knows us, and whether it will let us read what people write. Looked at before a connection is asked for:
// that costs nothing, and a new session does.

import { z } from 'zod'
import { snowflake } from './channel-words.ts'
import { badTokenWords, noContentWords } from './close-codes.ts'
import { NeedsSomebody } from '../needs-somebody.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export interface Identity {
  userId: string
  applicationId: string
}

const userSchema = z.object({ id: snowflake })
const applicationSchema = z.object({ id: snowflake, flags: z.int().nullish() })

/** For bots on many servers, and for those on few. */
const mayReadContent = (1 << 18) | (1 << 19)

/** Throws with words for whoever runs the place. */
export async function readIdentity(rest: DiscordRest, signal: AbortSignal): Promise<Identity> {
  const user = userSchema.safeParse(await ask(rest, '/users/@me', signal)).data
  const application = applicationSchema.safeParse(await ask(rest, '/applications/@me', signal)).data
  if (!user || !application) throw new Error('Discord does not say who the bot is.')
  const { flags } = application
  if (flags != null && (flags & mayReadContent) === 0) throw new NeedsSomebody(noContentWords)
  return { userId: user.id, applicationId: application.id }
}

async function ask(rest: DiscordRest, path: `/${string}`, signal: AbortSignal): Promise<unknown> {
  const reply = await rest.call({ method: 'GET', path, signal })
  if (isOk(reply)) return reply.body
  if (reply.kind === 'answer' && reply.status === 401) throw new NeedsSomebody(badTokenWords)
  throw new Error(`Discord does not take the account: ${tellReply(reply)}.`)
}
