// What is to be done with one call: make it, ask people, or refuse it. Pure.

import { nearest } from '@heddle/contract'
import type { ToolCall } from '../model.ts'
import type { CallScope, CallVerdict, Tool, ToolArguments, ToolPlace, TurnTrust } from '../tools.ts'
import type { ChosenPolicy } from './choose-policy.ts'
import { readArguments } from './read-arguments.ts'

export interface JudgedTool {
  tool: Tool
  chosen: ChosenPolicy
}

export function judgeCall(
  tools: ReadonlyMap<string, JudgedTool>,
  call: ToolCall,
  place: ToolPlace,
  { isTainted }: TurnTrust,
): CallVerdict {
  const found = tools.get(call.name)
  if (!found) return { kind: 'refuse', message: describeUnknown(tools, call.name) }
  const { tool, chosen } = found
  if (chosen.policy === 'deny') {
    return { kind: 'refuse', message: `The policy here denies ${tool.name}. Go on without it.` }
  }
  const read = readArguments(call)
  if (!read.ok) return { kind: 'refuse', message: read.message }
  const complaint = tool.complainOf(read.args)
  if (complaint !== undefined) return { kind: 'refuse', message: complaint }
  const needed = judgeNeeded(tools, tool, tool.needs?.(read.args) ?? [])
  if (needed?.kind === 'refuse') return needed
  const scope = scopeOf(tool, read.args)
  const must = tool.mustAsk?.(read.args, place) ?? needed?.must
  // First: whoever is asked shall know that the words may be somebody else's. What asks besides is asked for the next call.
  if (isTainted && tool.carriesOut && !isAllowedByHand(chosen)) {
    const reason = `${tool.name} can carry data out, and this conversation holds text that nobody here wrote.`
    const label =
      must || chosen.policy === 'ask'
        ? `${tool.name} in spite of that text; what asks for other reasons still does`
        : `${tool.name}, whatever its arguments`
    return {
      kind: 'ask',
      why: 'untrusted',
      reason: must ? `${reason} ${must.reason}` : reason,
      scope: { key: '', label },
    }
  }
  if (must) return { kind: 'ask', ...must, scope }
  if (chosen.policy === 'ask') {
    return { kind: 'ask', why: 'policy', reason: `The policy here asks before ${tool.name} is used.`, scope }
  }
  return { kind: 'run' }
}

type Needed =
  | { kind: 'refuse'; message: string }
  | { kind: 'ask'; must: { why: 'policy'; reason: string } }
  | undefined

/** What it does the work of in this call, it may do as far as that may be done. */
function judgeNeeded(tools: ReadonlyMap<string, JudgedTool>, tool: Tool, names: readonly string[]): Needed {
  const lacking = names.find((name) => (tools.get(name)?.chosen.policy ?? 'deny') === 'deny')
  if (lacking !== undefined) {
    const message = `${tool.name} would do what ${lacking} does, which this agent does not have here. Go on without it.`
    return { kind: 'refuse', message }
  }
  const asking = names.find((name) => tools.get(name)?.chosen.policy === 'ask')
  if (asking === undefined) return undefined
  const reason = `The policy here asks before ${asking} is used, and ${tool.name} would do what it does.`
  return { kind: 'ask', must: { why: 'policy', reason } }
}

/** Somebody said "allow" for this tool, knowing what it can do; a default is nobody's word. */
function isAllowedByHand({ policy, isDefault }: ChosenPolicy): boolean {
  return policy === 'allow' && !isDefault
}

function scopeOf(tool: Tool, args: ToolArguments): CallScope {
  return tool.scopeOf?.(args) ?? { key: '', label: `${tool.name}, whatever its arguments` }
}

function describeUnknown(tools: ReadonlyMap<string, JudgedTool>, name: string): string {
  const there = [...tools.values()]
    .filter(({ chosen }) => chosen.policy !== 'deny')
    .map(({ tool }) => tool.name)
  const meant = nearest(name, there)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  // It may have been there a moment ago, and be there again in the next.
  const isRemote = name.startsWith('mcp__') && hint === ''
  return `There is no tool "${name.slice(0, 100)}"${isRemote ? ' right now; its MCP server may be gone' : ''}.${hint}`
}
