// The tool `process`: the background processes of the session that asks, and no other's.

import { createHash } from 'node:crypto'
import { limits } from '@heddle/contract'
import { z } from 'zod'
import { type Clock, sleepUnlessAborted } from '../../../foundation/clock.ts'
import type { Tool, ToolOutcome } from '../../tools.ts'
import { defineTool } from '../define-tool.ts'
import type { BackgroundProcess, BackgroundProcesses } from './background-processes.ts'
import { cleanOutput } from './clean-output.ts'
import { noSandboxReason } from './exec-tool.ts'
import { joinTold, tellEnd } from './tell-end.ts'

export interface ProcessToolDeps {
  clock: Clock
  background: BackgroundProcesses
  /** What runs has no sandbox, so that what is written to it needs a word as well. */
  isOpen: boolean
}

const input = z
  .strictObject({
    action: z.enum(['list', 'output', 'write', 'kill']),
    id: z.string().min(1).max(64).describe('As "exec" gave it. Not for "list".').optional(),
    text: z.string().max(limits.toolArgumentsBytesMax).describe('For "write": what it reads.').optional(),
    endInput: z.boolean().describe('For "write": nothing more will come.').optional(),
    waitSeconds: z
      .number()
      .min(0)
      .max(limits.processWaitMsMax / 1_000)
      .describe('For "output": how long to wait for more.')
      .optional(),
  })
  .refine(({ action, id }) => action === 'list' || id !== undefined, { message: 'is missing', path: ['id'] })
  .refine(({ action, text, endInput }) => action !== 'write' || text !== undefined || endInput, {
    message: 'is missing',
    path: ['text'],
  })
type Input = z.output<typeof input>

export function createProcessTool({ clock, background, isOpen }: ProcessToolDeps): Tool {
  return defineTool({
    name: 'process',
    description:
      'List the background processes of this session, read their new output, write to them, or end them.',
    group: 'exec',
    policy: 'allow',
    isIdempotent: false,
    carriesOut: isOpen,
    isUntrusted: isOpen,
    input,
    ...(isOpen && {
      mustAsk: ({ action }: Input) =>
        action === 'write' ? { why: 'no_sandbox' as const, reason: noSandboxReason } : undefined,
    }),
    scopeOf: (wish) => ({ key: keyOf(wish), label: labelOf(wish) }),
    async run(wish, place, run) {
      if (wish.action === 'list') return tellAll(background.list(place.sessionId))
      const one = background.find(place.sessionId, wish.id ?? '')
      if (!one) return lost(wish.id ?? '')
      switch (wish.action) {
        case 'output':
          return readOutput(clock, one, wish.waitSeconds ?? 0, run.signal)
        case 'write':
          if (isOpen && !run.isApproved) return failed('Nobody approved this, so nothing was written.')
          return writeTo(one, wish)
        case 'kill':
          one.stop({ kind: 'asked' })
          await one.ended
          return { output: tellState(one), isError: false }
      }
    },
  })
}

function tellAll(list: readonly BackgroundProcess[]): ToolOutcome {
  const lines = list.map(
    (one) => `${one.id}  ${tellState(one)}  ${one.label.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
  )
  const none = 'No background process runs in this session. None outlives a restart of Heddle.'
  return { output: lines.length === 0 ? none : lines.join('\n'), isError: false }
}

async function readOutput(
  clock: Clock,
  one: BackgroundProcess,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  let news = one.output.news()
  if (news.bytes.length === 0 && one.end === undefined && waitSeconds > 0) {
    const waited = new AbortController()
    await Promise.race([
      one.changed(),
      sleepUnlessAborted(clock, waitSeconds * 1_000, AbortSignal.any([signal, waited.signal])),
    ])
    waited.abort()
    news = one.output.news()
  }
  const missed = news.left > 0 ? `[… ${news.left} bytes were not kept …]\n` : ''
  return { output: joinTold(`${missed}${cleanOutput(news.bytes)}`, tellState(one)), isError: false }
}

function writeTo(one: BackgroundProcess, { text = '', endInput }: Input): ToolOutcome {
  const isHeard = text === '' || one.write(text)
  if (endInput) one.endInput()
  return isHeard
    ? { output: 'Written.', isError: false }
    : failed(`It does not read any more: ${tellState(one)}.`)
}

function tellState({ end }: BackgroundProcess): string {
  return end === undefined ? 'running' : tellEnd(end.end, end.reason).text
}

function lost(id: string): ToolOutcome {
  return failed(
    `No process "${id.slice(0, 64)}" is known in this session. If it was started before Heddle was last started, it is lost: ` +
      'background processes end with Heddle.',
  )
}

function keyOf({ action, id, text, endInput }: Input): string {
  const same = JSON.stringify([action, id ?? null, text ?? null, endInput ?? false])
  return `process:${createHash('sha256').update(same).digest('hex')}`
}

function labelOf({ action, id, text }: Input): string {
  if (action === 'write') return `write to ${id}: ${text ?? ''}`
  return id === undefined ? action : `${action} ${id}`
}

function failed(output: string): ToolOutcome {
  return { output, isError: true }
}
