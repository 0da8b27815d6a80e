// The live socket in front of real rooms on a real store, and someone who can make a session stream. What the benchmark
// asks for comes as messages.

import { collaborationDefaults, type EventId, type SessionId } from '@heddle/contract'
import { createWebDoor } from '../src/channels/web/web-door.ts'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'
import { answerLiveBenchmark, streamPieces } from './live-process.ts'

const path = process.argv[2] ?? ''
const people = Number(process.argv[3])
const sessionCount = Number(process.argv[4])
const folder = openDataFolder(path)
const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
const ground = await openGround({ folder, config, env: {} })
const operator = { kind: 'operator', name: 'bench' } as const

const tokens: string[] = []
const sessionIds: SessionId[] = []
for (let i = 0; i < people; i++) {
  const prepared = await ground.people.prepareMember({ handle: `bench-${i}`, role: 'member' })
  const { secret } = await ground.store.tx(async (t) => {
    const person = await ground.people.createMember(t, operator, prepared)
    return ground.people.createToken(t, operator, { personId: person.id, name: 'bench' })
  })
  tokens.push(secret)
}
const first = await ground.store.read((r) => ground.people.recognise(r, { bearer: tokens[0] }, Date.now()))
if (first === undefined) throw new Error('nobody is there')
for (let i = 0; i < sessionCount; i++) {
  const input = { agentId: 'main', visibility: 'team' } as const
  sessionIds.push((await ground.store.tx((t) => ground.routing.openWebChat(t, first.actor, input))).id)
}

const endless = Number.MAX_SAFE_INTEGER
const door = createWebDoor({
  ...ground,
  box: ground.secrets.box,
  host: '127.0.0.1',
  trustedProxies: () => [],
  flags: () => collaborationDefaults,
  webFolder: path,
  readiness: () => ({ ready: true }),
  work: () => [],
  toolCatalogue: { list: () => ground.tools.list(ground.agents) },
  toolServers: ground.tools.servers,
  channelAccounts: { list: () => [], check: async () => ({ findings: [] }) },
  limits: { requestsPerMinuteAnonymous: endless, requestsPerMinutePerson: endless },
  liveLimits: { requestsPerMinutePerson: endless },
})
const { url } = await door.listen({ host: '127.0.0.1', port: 0 })

answerLiveBenchmark({
  ready: { url, tokens, scopes: sessionIds.map((id) => `s:${id}`) },
  async stream(pieces) {
    const [id] = sessionIds
    if (id === undefined) return
    const eventId = 'evt_01kbench00000000000000000' as EventId
    await streamPieces(pieces, (offset, text) =>
      ground.sessions.feed.delta(id, { eventId, kind: 'message.agent', attempt: 1, offset, text }),
    )
  },
})
