// As whom Discord knows us: the bot's user and its application. Asked once for each token, since another token may be
// another bot's.

import { readAccess } from './read-access.ts'
import { type DiscordRest, isOk, type Reply, textOf } from './rest-words.ts'

export interface OwnAccount {
  userId(signal: AbortSignal): Promise<OwnId>
  applicationId(signal: AbortSignal): Promise<OwnId>
}

export type OwnId = { kind: 'known'; id: string } | { kind: 'trouble'; reply: Reply }

export function createOwnAccount(
  rest: DiscordRest,
  settings: () => Readonly<Record<string, unknown>>,
): OwnAccount {
  const ids = new Map<string, string>()
  let knownOf = ''

  async function idAt(path: `/${string}`, signal: AbortSignal): Promise<OwnId> {
    const { token } = readAccess(settings())
    if (token !== knownOf) ids.clear()
    knownOf = token
    const known = ids.get(path)
    if (known !== undefined) return { kind: 'known', id: known }
    const reply = await rest.call({ method: 'GET', path, signal })
    const id = isOk(reply) ? textOf(reply.body, 'id') : undefined
    if (id === undefined) return { kind: 'trouble', reply }
    if (token === knownOf) ids.set(path, id)
    return { kind: 'known', id }
  }

  return {
    userId: (signal) => idAt('/users/@me', signal),
    applicationId: (signal) => idAt('/applications/@me', signal),
  }
}
