// A gateway with people and agents in it, whose limits on rates are out of the way. Arguments: its folder, how many
// people (each gets a token), the address of the models (without one, agents run on the demo model), and as JSON what
// the configuration says of sub-agents and of channels.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'
import { startGateway } from '../src/wiring.ts'
import { offerToParent } from './forked-process.ts'

const [, , path = '', people = '1', modelsUrl = '', subagents = '{}', channels = '{}'] = process.argv
const actor = { kind: 'operator', name: 'bench' } as const

const folder = openDataFolder(path)
const models = [{ id: 'instant' }, { id: 'slow' }]
const providers = { bench: { kind: 'openai-compatible', baseUrl: modelsUrl, models } }
const file = {
  channels: JSON.parse(channels),
  ...(modelsUrl !== '' && { models: { providers } }),
  agents: {
    defaults: { ...(modelsUrl !== '' && { model: 'bench/instant' }), subagents: JSON.parse(subagents) },
  },
}
writeFileSync(join(path, 'heddle.json5'), JSON.stringify(file))
const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })

const ground = await openGround({ folder, config, env: {} })
const tokens: string[] = []
for (let i = 0; i < Number(people); i++) {
  const prepared = await ground.people.prepareMember({
    handle: `talker${i}-${process.pid}`,
    role: i === 0 ? 'owner' : 'member',
  })
  const { secret } = await ground.store.tx(async (t) => {
    const person = await ground.people.createMember(t, actor, prepared)
    return ground.people.createToken(t, actor, { personId: person.id, name: 'bench' })
  })
  tokens.push(secret)
}
await ground.close()

const endless = Number.MAX_SAFE_INTEGER
const gateway = await startGateway({
  folder,
  config,
  env: {},
  socketPath: join(path, 'heddle.sock'),
  onBroken: (error) => {
    throw error
  },
  doorLimits: { requestsPerMinuteAnonymous: endless, requestsPerMinutePerson: endless },
})
offerToParent({ url: gateway.url, tokens })
