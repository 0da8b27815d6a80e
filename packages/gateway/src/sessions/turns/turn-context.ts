// What the model of a session is told of its past, kept while somebody holds its turn: built once, then extended by what
// the log has gained, so that the thousandth step of a turn costs no more than the tenth.

import { limits } from '@heddle/contract'
import type { ModelInfo, ToolDescription, VendorTrace } from '../../agents/agents.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'
import { type BuiltContext, buildContext, extendContext, goOnWithContext } from './build-context.ts'
import { chooseContext, type ContextChoice } from './choose-context.ts'
import { chooseShownFiles, wholeFileRoom } from './choose-shown-files.ts'
import { hasFiles, type Piece } from './context-pieces.ts'
import { selectTurnSteps } from './context-store.ts'
import type { KeptPasts } from './kept-pasts.ts'
import { type ContextMessage, tellContext } from './tell-context.ts'
import type { TokenGauge } from './token-gauge.ts'
import { bytesPerToken, imageWeight, weighText, wrappingWeight } from './weigh-text.ts'

export interface TurnContextInput {
  gauge: TokenGauge
  /** What the turns before were told. */
  pasts: KeptPasts
  session: Pick<SessionRow, 'id'>
  /** Null between two turns. */
  turn: TurnRow | null
  /** provider/model that is asked. */
  modelName: string
  model: ModelInfo | undefined
  system: string
  tools: readonly ToolDescription[]
  /** With one person their messages carry no speaker. */
  hasSeveralPeople: boolean
}

export interface ContextLook extends ContextChoice {
  built: BuiltContext
  /** The model's window, in what our estimate counts. */
  windowWeight: number
  /** What is told besides the pieces. */
  fixedWeight: number
  /** The model's tokens in one of ours. */
  factor: number
}

export interface TurnContext {
  /** What is told next, with everything that the log has by now. */
  next(r: Reader): Promise<ContextMessage[]>
  /** How full the window is, before anything is told. */
  look(r: Reader): Promise<ContextLook>
  /** What the last request took, as the model counted it. */
  learn(inputTokens: number): void
  /** The last request was longer than the window. */
  overran(): void
  /** To be built anew. */
  forget(): void
  /** The turn needs it no longer: the next one of the session goes on from it. */
  leave(): void
}

/** How many windows back the log is read where nothing was put into fewer words. */
const windowsBack = 4
/** Of a window, for one output of a tool. */
const outputShare = 0.25

export function createTurnContext(input: TurnContextInput): TurnContext {
  const { gauge, pasts, session, turn } = input
  const sees = input.model?.vision ?? false
  const windowTokens = input.model?.contextTokens ?? limits.contextTokensDefault
  const windowBytes = windowTokens * bytesPerToken
  const place = {
    sessionId: session.id,
    turn,
    bytesMax: windowsBack * windowBytes,
    outputBytesMax: Math.min(limits.toolOutputCharsPerModelMax, Math.floor(windowBytes * outputShare)),
  }
  const gaugePlace = { sessionId: session.id, model: input.modelName }
  const requestWeight = weighText(input.system) + weighTools(input.tools)
  const vendors = new Map<number, VendorTrace>()
  let lastVendor = 0
  let built: BuiltContext | undefined
  let builtAsOf = 0
  let told: { weight: number } | undefined
  let known: { look: ContextLook; readThroughSeq: number } | undefined

  async function bringUp(r: Reader): Promise<BuiltContext> {
    if (!(await goOn(r))) {
      builtAsOf = pasts.changes()
      built = await buildContext(r, place)
      // What a step left for its provider goes with what was redacted.
      vendors.clear()
      lastVendor = 0
    }
    if (turn !== null) {
      for (const { step, model, vendor } of await r.all(
        selectTurnSteps({ turnId: turn.id, after: lastVendor }),
      )) {
        vendors.set(step, { model, data: vendor })
        lastVendor = step
      }
    }
    return built!
  }

  async function goOn(r: Reader): Promise<boolean> {
    if (built !== undefined) {
      return builtAsOf === pasts.changes() && (await extendContext(r, session.id, built))
    }
    builtAsOf = pasts.changes()
    built = pasts.take(session.id, place)
    return built !== undefined && (await goOnWithContext(r, place, built))
  }

  // Of no other model: it could not read it.
  function vendorOf(piece: Piece): VendorTrace | undefined {
    if (piece.kind !== 'step' || turn === null || piece.turnId !== turn.id) return undefined
    const vendor = vendors.get(piece.step)
    return vendor?.model === input.modelName ? vendor : undefined
  }

  function weighVendors({ list }: BuiltContext): number {
    if (vendors.size === 0) return 0
    return list.pieces.reduce((sum, piece) => {
      const vendor = vendorOf(piece)
      return vendor ? sum + weighText(vendor.data) : sum
    }, 0)
  }

  const filesWeight = (piece: Piece) => weighFiles(piece, sees, windowBytes)

  async function look(r: Reader): Promise<ContextLook> {
    const now = await bringUp(r)
    const factor = gauge.factor(gaugePlace)
    const { readThroughSeq } = now
    // Looked at before a step and told in it: between the two hardly anything changes.
    if (
      known?.look.built === now &&
      known.readThroughSeq === readThroughSeq &&
      known.look.factor === factor
    ) {
      return known.look
    }
    const windowWeight = windowTokens / factor
    const vendorWeight = weighVendors(now)
    const askedFiles = now.asked.reduce((sum, piece) => sum + filesWeight(piece), 0)
    const fixedWeight = requestWeight + beforeWeight(now) + askedFiles + vendorWeight
    const choice = chooseContext(now.list.pieces, { windowWeight, fixedWeight, filesWeight })
    known = { readThroughSeq, look: { ...choice, built: now, windowWeight, fixedWeight, factor } }
    return known.look
  }

  return {
    look,
    async next(r) {
      const { built: now, dropped, weight, windowWeight } = await look(r)
      told = { weight }
      const { list, asked, summary } = now
      const shown = list.pieces.filter((piece) => hasFiles(piece) && piece.lastSeq > dropped.files)
      const saidWeight = weight - shown.reduce((sum, piece) => sum + filesWeight(piece), 0)
      const room = wholeFileRoom(windowWeight * bytesPerToken)
      const left = Math.max(0, Math.floor((windowWeight - saidWeight) * bytesPerToken))
      return tellContext({
        summary,
        asked,
        pieces: list.pieces,
        dropped,
        fileRoom: { ...room, chars: Math.min(room.chars, left) },
        sees,
        hasSeveralPeople: input.hasSeveralPeople,
        vendorOf,
      })
    },
    learn(inputTokens) {
      if (told) gauge.learn(gaugePlace, told.weight, inputTokens)
    },
    overran() {
      if (told) gauge.overran(gaugePlace, told.weight, windowTokens)
    },
    forget() {
      built = undefined
    },
    leave() {
      if (built !== undefined) pasts.keep(session.id, place, built, builtAsOf)
      built = undefined
    },
  }
}

function weighTools(tools: readonly ToolDescription[]): number {
  return tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + weighText(name) + weighText(description) + weighText(JSON.stringify(parameters)) + wrappingWeight,
    0,
  )
}

/** The summary with its label, and what is told again of the running turn. */
function beforeWeight({ summary, asked }: BuiltContext): number {
  const summaryWeight = summary === undefined ? 0 : weighText(summary.text) + 100
  return asked.reduce((sum, { weight }) => sum + weight, summaryWeight)
}

/** As if no other message had any. */
function weighFiles(piece: Piece, sees: boolean, windowBytes: number): number {
  if (!hasFiles(piece)) return 0
  const { shown } = chooseShownFiles(piece.files, sees, wholeFileRoom(windowBytes))
  return shown.reduce((sum, { file, showing }) => {
    if (showing.kind === 'image') return sum + imageWeight
    const contentWeight = showing.kind === 'text' ? Math.ceil(file.bytes / bytesPerToken) : 0
    return sum + contentWeight + weighText(file.name) + 5 * wrappingWeight
  }, 0)
}
