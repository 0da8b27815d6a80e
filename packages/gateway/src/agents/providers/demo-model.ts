// The built-in model (AGT4): no network, no chance, no clock but the one it is given. What it says is in
// demo-scenes.ts; this file streams it, in small pieces, over the time that the scene takes.

import { type Clock, sleepUnlessAborted } from '../../foundation/clock.ts'
import type { ModelPart, ModelProvider, ModelRequest } from '../model.ts'
import { chooseScene } from './demo-scenes.ts'

const piecesMax = 12
/** For a scene that takes its time: a piece at least this often, so that people see it move. */
const pieceMs = 120

export function createDemoModel(deps: { clock: Clock }): ModelProvider {
  return {
    async *stream(request, signal) {
      const began = deps.clock.mono()
      const scene = chooseScene(request)
      const beats = toBeats(scene)
      for (const [i, beat] of beats.entries()) {
        // By the time since the beginning, not since the piece before, so that late timers do not add up.
        await waitUntil(deps.clock, began + (scene.durationMs * (i + 1)) / (beats.length + 1), signal)
        signal.throwIfAborted()
        yield beat
      }
      await waitUntil(deps.clock, began + scene.durationMs, signal)
      signal.throwIfAborted()
      if (scene.error) {
        yield { type: 'failed', error: scene.error }
        return
      }
      const calls = scene.toolCalls ?? []
      for (const call of calls) yield { type: 'tool_call', call }
      const reason = calls.length > 0 ? 'tool_calls' : 'stop'
      yield { type: 'finish', reason, usage: estimateUsage(request, beats) }
    },
  }
}

function toBeats(scene: { reasoning: string; text: string; durationMs: number }): ModelPart[] {
  const pieces = Math.max(piecesMax, Math.ceil(scene.durationMs / pieceMs))
  const total = scene.reasoning.length + scene.text.length
  const share = (text: string) => Math.ceil((pieces * text.length) / Math.max(1, total))
  return [
    ...cutText(scene.reasoning, share(scene.reasoning)).map(
      (text): ModelPart => ({ type: 'reasoning', text }),
    ),
    ...cutText(scene.text, share(scene.text)).map((text): ModelPart => ({ type: 'text', text })),
  ]
}

/** At most so many pieces, of about equal length, which together are the text. No character is cut in two. */
export function cutText(text: string, pieces: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / Math.max(1, pieces)))
  const cut: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size)
    if (isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length) to++
    cut.push(text.slice(from, to))
    from = to
  }
  return cut
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** Resolves at that time or at the abort, whichever is first. */
async function waitUntil(clock: Clock, at: number, signal: AbortSignal): Promise<void> {
  const left = at - clock.mono()
  if (left > 0) await sleepUnlessAborted(clock, left, signal)
}

/** About four characters a token, as everywhere in Latin text. */
function estimateUsage(request: ModelRequest, said: readonly ModelPart[]) {
  const read = request.messages.reduce(
    (sum, message) => sum + (message.role === 'tool' ? message.output.length : message.text.length),
    request.system.length,
  )
  const written = said.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0)
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(written / 4), cachedTokens: 0 }
}
