// `/session ttl` and `/session max-age`: how long the binding of this conversation lasts (CMD5).

import { limits } from '@heddle/contract'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import { permitEnd } from '../bindings/end-binding.ts'
import { assertBindingsOn } from '../bindings/make-binding.ts'
import type { Binding } from '../bindings/bindings.ts'
import { loadBound } from './bound-here.ts'
import type { Answered, Command, CommandCall } from './command-call.ts'
import { readDuration, writeDuration } from './read-duration.ts'
import { tellMoment } from './subagents/tell-moment.ts'

const minuteMs = 60_000

const clocks = ['ttl', 'max-age'] as const
type BindingClock = (typeof clocks)[number]

export const setSession: Command = async (call) => {
  const [word = '', value, ...more] = call.argument.split(/\s+/)
  const clock = clocks.find((one) => one === word.toLowerCase())
  if (clock === undefined || more.length > 0) {
    return wrong(
      '/session needs ttl or max-age, and behind it nothing, a time such as 90s, 30m, 24h or 7d, or off.',
    )
  }
  assertBindingsOn(call.deps, call.conversation)
  const binding = await loadBound(call)
  if (value === undefined) return tellClock(binding, clock)
  const ms = readDuration(value)
  if (ms === undefined) return wrong(`"${value}" is no time. Write 90s, 30m, 24h, 7d or off.`)
  if (ms !== 0 && (ms < limits.bindingTtlMsMin || ms > limits.bindingMsMax)) {
    const [least, most] = [writeDuration(limits.bindingTtlMsMin), writeDuration(limits.bindingMsMax)]
    return wrong(`A binding lasts at least ${least} and at most ${most}, or has no such end: off.`)
  }
  return setClock(call, binding, clock, ms)
}

async function setClock(
  { deps, t, actor }: CommandCall,
  binding: Binding,
  clock: BindingClock,
  ms: number,
): Promise<Answered> {
  await permitEnd(deps, t, actor, binding)
  if (clock === 'max-age' && isOver(binding, ms, t.now)) return tooShort(binding, ms, t.now)
  const change = clock === 'ttl' ? { idleMs: ms } : { maxAgeMs: ms }
  return tellClock(await deps.bindings.setExpiry(t, binding.id, change), clock)
}

/** What is to be revived begins anew, and so does its age. */
function isOver({ status, boundAt }: Binding, ms: number, now: number): boolean {
  return ms !== 0 && status === 'active' && boundAt + ms <= now
}

function tooShort({ boundAt }: Binding, ms: number, now: number): Answered {
  const age = now - boundAt
  const least = Math.floor(age / minuteMs + 1) * minuteMs
  return wrong(
    `max-age ${writeDuration(ms)} would be over already: this binding is ${writeRuntime(age)} old. Say ${writeDuration(least)} or more, or off; /unfocus ends it now.`,
  )
}

function tellClock(binding: Binding, clock: BindingClock): Answered {
  const ms = clock === 'ttl' ? binding.idleMs : binding.maxAgeMs
  const text = `${clock}: ${writeDuration(ms)}${ms === 0 ? '' : `. ${tellEnd(binding, clock)}`}`
  return { answer: { ok: true, text, data: { bindingId: binding.id, clock, ms } } }
}

function tellEnd({ expiresAt, maxAgeAt }: Binding, clock: BindingClock): string {
  const at = clock === 'ttl' ? expiresAt : maxAgeAt
  // What is over has no such end as long as nobody goes on with it (BND6).
  if (at === null) return 'It begins when somebody writes here.'
  const meaning = clock === 'ttl' ? 'unless somebody writes here before' : 'whoever writes here meanwhile'
  return `It ends at ${tellMoment(at)}, ${meaning}.`
}

/** On one line. */
export function tellExpiry({ expiresAt, maxAgeAt }: Pick<Binding, 'expiresAt' | 'maxAgeAt'>): string {
  if (expiresAt === null && maxAgeAt === null) return 'It stays until somebody ends it.'
  if (expiresAt === null || (maxAgeAt !== null && maxAgeAt <= expiresAt)) {
    return `It ends at ${tellMoment(maxAgeAt ?? 0)}.`
  }
  return `It ends at ${tellMoment(expiresAt)} unless somebody writes here before.`
}

function wrong(text: string): Answered {
  return { answer: { ok: false, text } }
}
