// Where rounds of one kind happen: a data folder with people and a model that we play ourselves, and a gateway on it that is
// killed and started again.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointModels, openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between } from './chaos-round.ts'
import { type GatewayProcess, type GatewayTwist, startGateway } from './gateway-process.ts'
import { makeLinkedPeople } from './places/link-people.ts'

export interface ChaosPlace {
  /** Of its database. */
  readonly path: string
  /** The one that runs now. */
  readonly gateway: GatewayProcess
  tokenOf(person: string): string
  /** Now and then it dies again while it starts, or while it takes up what was left. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openChaosPlace(plan: {
  models: EndpointModels
  /** As they are configured, and reached as `chaos/<id>`: also such as the endpoint does not have. */
  modelIds: readonly string[]
  /** As in the configuration. */
  agents: object
  people: readonly string[]
  /** Of those who have an account on a platform, its id there; and how the program reaches it. */
  accounts?: ReadonlyMap<string, string>
  channels?: object
  twist?: GatewayTwist
}): Promise<ChaosPlace> {
  const endpoint = await openModelEndpoint(plan.models)
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const models = plan.modelIds.map((id) => ({ id }))
  const chaos = { kind: 'openai-compatible', baseUrl: endpoint.url, models }
  const { channels, twist } = plan
  const file = { models: { providers: { chaos } }, agents: plan.agents, ...(channels && { channels }) }
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(file))
  const tokens = await makeLinkedPeople(
    folder,
    new Map(plan.people.map((handle) => [handle, plan.accounts?.get(handle)])),
  )
  const start = (killAfterMs?: number) => startGateway(folder, killAfterMs, twist)
  let gateway = await start()
  return {
    path: join(folder, 'heddle.db'),
    get gateway() {
      return gateway
    },
    tokenOf: (person) => tokens.get(person) ?? '',
    async restart() {
      if (Math.random() < 0.15) await start(between(50, 500))
      gateway = await start()
    },
    async close() {
      await gateway.kill('SIGTERM')
      await endpoint.close()
      rmSync(folder, { recursive: true })
    },
  }
}
