// The gateway to talk with: the one that runs on the data folder, with a token that it makes for as long as the talk
// lasts, or one elsewhere, by its address and a token from the environment.

import { Refusal } from '@heddle/contract'
import { chooseSocketPath } from '../../data-folder.ts'
import { callOperation, NobodyThere } from '../call-operation.ts'
import type { CommandContext } from '../command.ts'
import { Misused, NotRunning } from '../explain-failure.ts'
import type { OperationName, ResultOf } from '../operations.ts'
import type { LooseInput } from '../reach-operations.ts'
import type { Address } from './call-api.ts'

export interface Gateway {
  /** As of the last look. */
  address(): Address
  /** Looks again: a gateway that was started anew may listen elsewhere. Throws NotRunning while there is none. */
  look(isTokenStale: boolean): Promise<Address>
  /** Ends what was made for the talk. */
  leave(): Promise<void>
}

/** A gateway that takes longer for so little is stuck. */
const patienceMs = 10_000

export interface GatewayOptions {
  url: string | undefined
  as: string | undefined
}

export async function findGateway(context: CommandContext, options: GatewayOptions): Promise<Gateway> {
  const { env } = context.world
  const url = options.url ?? (env['HEDDLE_URL'] || undefined)
  if (url === undefined) return findHere(context, options.as)
  if (options.as !== undefined) {
    throw new Misused('--as is for the gateway on this machine; elsewhere HEDDLE_TOKEN says who you are.')
  }
  const token = env['HEDDLE_TOKEN'] ?? ''
  if (token === '') {
    throw new Misused('Set HEDDLE_TOKEN to an API token of yours there ("heddle token create <handle>").')
  }
  const address = { url: readUrl(url), token }
  return { address: () => address, look: async () => address, leave: async () => undefined }
}

export function readUrl(text: string): string {
  const parsed = URL.parse(text)
  const isPlain =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.pathname === '/' &&
    parsed.search === '' &&
    parsed.hash === '' &&
    parsed.username === '' &&
    parsed.password === ''
  if (!isPlain) {
    throw new Misused(`--url must be like https://heddle.example.org, without a path, not "${text}".`)
  }
  return parsed.origin
}

async function findHere(context: CommandContext, as: string | undefined): Promise<Gateway> {
  const { world, dataFolder } = context
  const socketPath = chooseSocketPath(dataFolder, world.cwd)

  async function ask<Name extends OperationName>(name: Name, input: LooseInput<Name>) {
    try {
      const onProgress = () => undefined
      const signal = AbortSignal.timeout(patienceMs)
      // The cast is the edge: the table that made the result is the one its type is taken from.
      return (await callOperation({ socketPath, name, input, onProgress, signal })) as ResultOf<Name>
    } catch (error) {
      if (error instanceof NobodyThere) throw noneRuns(dataFolder)
      if (isOutOfTime(error)) throw new NotRunning(`The Heddle that runs on ${dataFolder} does not answer.`)
      if (error instanceof Refusal && error.code === 'shutting_down') throw noneRuns(dataFolder)
      throw error
    }
  }

  const open = () => ask('chat.open', as === undefined ? {} : { as })
  let opened = await open()
  return {
    address: () => opened,
    async look(isTokenStale) {
      // After a restore the token is unknown; whoever can reach the socket may have another.
      if (isTokenStale) opened = await open()
      else opened = { ...opened, url: (await ask('about', {})).url ?? opened.url }
      return opened
    },
    async leave() {
      const which = { handle: opened.handle, id: opened.tokenId }
      try {
        await ask('token.revoke', which).catch((error: unknown) => {
          if (!(error instanceof NotRunning)) throw error
          return context.call('token.revoke', which)
        })
      } catch (error) {
        // Revoked by someone else already.
        if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      }
    },
  }
}

/** As an abort comes out of a request, by the name of its kind or of its reason. */
function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

function noneRuns(dataFolder: string): NotRunning {
  return new NotRunning(`No Heddle runs on ${dataFolder}. Start it with: heddle start --data ${dataFolder}`)
}
