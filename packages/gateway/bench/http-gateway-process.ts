// A gateway whose limits on rates and counts are out of the way, so that the benchmark measures the work behind them.

import { join } from 'node:path'
import { loadConfig } from '../src/config.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { openGround } from '../src/open-ground.ts'
import { startGateway } from '../src/wiring.ts'
import { offerToParent } from './forked-process.ts'

const path = process.argv[2] ?? ''
const folder = openDataFolder(path)
const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
const actor = { kind: 'operator', name: 'bench' } as const

const ground = await openGround({ folder, config, env: {} })
const prepared = await ground.people.prepareMember({ handle: 'bench', role: 'owner' })
const { secret } = await ground.store.tx(async (t) => {
  const person = await ground.people.createMember(t, actor, prepared)
  return ground.people.createToken(t, actor, { personId: person.id, name: 'bench' })
})
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
offerToParent({ url: gateway.url, token: secret })
