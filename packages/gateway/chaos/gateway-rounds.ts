// Kills the real gateway under load over HTTP: whatever was answered with 2xx must be there after the next start, and
// each removed member's access must have been swept exactly once.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { type GatewayProcess, makeOwnerToken, startGateway } from './gateway-process.ts'
import { inspect } from './inspect-database.ts'

const clients = 4

interface Answered {
  invites: string[]
  members: string[]
  removed: string[]
}

export async function createGatewayRounds(): Promise<RoundKind> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const path = join(folder, 'heddle.db')
  const token = await makeOwnerToken(folder)
  let gateway = await startGateway(folder)
  // Looked at again after every round: what survived one kill must survive the next.
  const ever: Answered = { invites: [], members: [], removed: [] }

  async function round(): Promise<RoundResult> {
    const answered: Answered = { invites: [], members: [], removed: [] }
    const load = Promise.all(Array.from({ length: clients }, () => client(gateway, token, answered)))
    await sleep(between(50, 700))
    await end(gateway)
    await load
    for (const kind of ['invites', 'members', 'removed'] as const) ever[kind].push(...answered[kind])
    // Now and then it dies again while it starts.
    if (Math.random() < 0.25) await startGateway(folder, between(50, 350))
    gateway = await startGateway(folder)
    await quiet(path)
    const acknowledged = answered.invites.length + answered.members.length + answered.removed.length
    return { acknowledged, breaches: check(path, ever) }
  }

  return {
    name: 'the gateway over HTTP',
    round,
    async close() {
      await gateway.kill('SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}

/** One in four is asked to stop first, and killed while it does. */
async function end(gateway: GatewayProcess): Promise<void> {
  if (Math.random() < 0.25) {
    gateway.signal('SIGTERM')
    await sleep(between(0, 60))
  }
  await gateway.kill('SIGKILL')
}

/** Invites, lets join, removes; until the gateway is gone. */
async function client(gateway: GatewayProcess, token: string, answered: Answered): Promise<void> {
  const ask = async <T>(method: string, route: string, body?: unknown): Promise<T | undefined> => {
    const response = await fetch(`${gateway.url}/api/v1${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-heddle-request': '1',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 503) throw new Error('stopping')
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as T)
  }
  try {
    for (;;) {
      const invite = await ask<{ id: string; code: string }>('POST', '/invites', { role: 'member' })
      if (!invite) return
      answered.invites.push(invite.id)
      const handle = `m${crypto.randomUUID()}`
      const joined = await letJoin(gateway, { code: invite.code, handle })
      answered.members.push(joined)
      await ask('DELETE', `/members/${joined}`)
      answered.removed.push(joined)
    }
  } catch (error) {
    // The connection breaks when the gateway dies; a refusal would be something else.
    if (error instanceof Error && /: [45]\d\d /.test(error.message)) throw error
  }
}

async function letJoin(gateway: GatewayProcess, input: { code: string; handle: string }): Promise<string> {
  const response = await fetch(`${gateway.url}/api/v1/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...input, name: input.handle, password: 'a long enough secret' }),
  })
  const text = await response.text()
  if (response.status === 503) throw new Error('stopping')
  if (!response.ok) throw new Error(`POST /join: ${response.status} ${text}`)
  return (JSON.parse(text) as { person: { id: string } }).person.id
}

/** Until every reaction has ended. */
async function quiet(path: string): Promise<void> {
  const open = () =>
    inspect(path, (database) => database.count('select count(*) n from work where fact_id is not null'))
  for (let i = 0; open() > 0 && i < 500; i++) await sleep(20)
}

function check(path: string, answered: Answered): string[] {
  return inspect(path, (database) => {
    const missing = (what: string, ids: readonly string[], sql: string) =>
      ids
        .filter((id) => database.count(sql, id) !== 1)
        .map((id) => `[I1] ${what} ${id} was acknowledged and is gone`)
    const swept = `select count(*) n from audit where action = 'access.swept' and resource = ?`
    return [
      ...missing('the invite', answered.invites, 'select count(*) n from invites where id = ?'),
      ...missing('the member', answered.members, 'select count(*) n from people where id = ?'),
      ...missing(
        'the removal of',
        answered.removed,
        `select count(*) n from people where id = ? and state = 'removed'`,
      ),
      ...answered.removed
        .filter((id) => database.count(swept, id) !== 1)
        .map((id) => `the access of ${id} was swept ${database.count(swept, id)} times`),
      ...database.complaints().map((text) => `[I15] ${text}`),
    ]
  })
}
