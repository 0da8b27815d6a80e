// What a bot says on the gateway, which may be anything: read before it is believed.

import { GatewayOpcodes } from 'discord-api-types/v10'
import { BadBody, readBody } from '../loopback/read-body.ts'

export type BotFrame =
  | { kind: 'heartbeat' }
  | { kind: 'identify'; token: string; intents: number; shard: readonly [number, number] | undefined }
  | { kind: 'resume'; token: string; sessionId: string; seq: number }
  /** Known to Discord, and without a consequence here: presence, voice, lists of members. */
  | { kind: 'ignored' }
  | { kind: 'unknown' }
  | { kind: 'unreadable'; why: string }

const ignored: ReadonlySet<number> = new Set([
  GatewayOpcodes.PresenceUpdate,
  GatewayOpcodes.VoiceStateUpdate,
  GatewayOpcodes.RequestGuildMembers,
  GatewayOpcodes.RequestSoundboardSounds,
])

export function readFrame(text: string): BotFrame {
  try {
    const parsed: unknown = JSON.parse(text)
    const frame = readBody(parsed)
    const op = frame.count('op')
    if (op === GatewayOpcodes.Heartbeat) return { kind: 'heartbeat' }
    if (op === GatewayOpcodes.Identify) return readIdentify(parsed)
    if (op === GatewayOpcodes.Resume) {
      const d = needData(parsed)
      return { kind: 'resume', token: d.text('token'), sessionId: d.text('session_id'), seq: d.count('seq') }
    }
    return { kind: ignored.has(op) ? 'ignored' : 'unknown' }
  } catch (error) {
    if (error instanceof BadBody || error instanceof SyntaxError)
      return { kind: 'unreadable', why: error.message }
    throw error
  }
}

function readIdentify(parsed: unknown): BotFrame {
  const d = needData(parsed)
  // Discord wants to know what program it is; what is in it does not matter.
  if (!d.maybeObject('properties')) throw new BadBody('properties must be an object')
  return { kind: 'identify', token: d.text('token'), intents: d.count('intents'), shard: readShard(parsed) }
}

function needData(parsed: unknown) {
  const d = readBody(parsed).maybeObject('d')
  if (!d) throw new BadBody('d must be an object')
  return d
}

/** Undefined: none was named. One that cannot be is taken as it is: that has a close code of its own. */
function readShard(parsed: unknown): readonly [number, number] | undefined {
  // An object whose `d` is one: looked at above.
  const { shard } = (parsed as { d: { shard?: unknown } }).d
  if (shard === undefined || shard === null) return undefined
  if (!Array.isArray(shard)) throw new BadBody('shard must be a list')
  const [index, count]: unknown[] = shard
  if (typeof index !== 'number' || typeof count !== 'number') throw new BadBody('shard must be two numbers')
  return [index, count]
}
