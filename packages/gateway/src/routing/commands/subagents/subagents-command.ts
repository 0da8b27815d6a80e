// `/subagents`: what people do with the sub-agents of a session (CMD1). Each part asks the gate by the verb that it calls.

import { limits } from '@heddle/contract'
import type { WholeRun } from '../../../sessions/sessions.ts'
import { tellBindings } from '../../bindings/tell-bindings.ts'
import { selectCompletion } from '../../routing-store.ts'
import { spawnForPerson } from '../../spawn-for-person.ts'
import type { Answered, Command, CommandCall } from '../command-call.ts'
import { findModel } from '../model-command.ts'
import { kill, killAll } from './kill-runs.ts'
import { readSubcommand, type Subcommand } from './read-subcommand.ts'
import { splitName } from './split-name.ts'
import { tellLog } from './tell-log.ts'
import { nameOfRun, tellRun, tellRuns } from './tell-runs.ts'

export const lookAfterSubagents: Command = async (call) => {
  const wish = readSubcommand(call.argument)
  switch (wish.kind) {
    case 'list':
      return list(call)
    case 'info':
      return info(call, await find(call, wish.name))
    case 'log':
      return log(call, wish)
    case 'send':
    case 'steer':
      return say(call, wish)
    case 'kill':
      return kill(call, await find(call, wish.name))
    case 'kill all':
      return killAll(call)
    case 'spawn':
      return spawn(call, wish)
    case 'wrong':
      return { answer: { ok: false, text: wish.problem } }
  }
}

function find({ deps, t, actor, session }: CommandCall, name: string): Promise<WholeRun> {
  return deps.sessions.findRun(t, actor, session.id, name)
}

async function list({ deps, t, actor, session }: CommandCall): Promise<Answered> {
  const page = { limit: limits.runsListMax }
  const { items } = await deps.sessions.listRuns(t, actor, session.id, 'children', page)
  const ids = items.map(({ sessionId }) => sessionId)
  const bound = await tellBindings(deps, t, actor, ids)
  const tell = (isKept: boolean) => {
    const runs = items.map(({ id, sessionId, label, state }) => {
      return { id, sessionId, ...(!isKept && { label }), state, binding: bound.of(sessionId, isKept) }
    })
    return { ok: true, text: tellRuns(items, { now: t.now, isKept, bound }), data: { runs } }
  }
  return { answer: tell(false), kept: tell(true), quotes: ids }
}

async function info({ deps, t, actor }: CommandCall, run: WholeRun): Promise<Answered> {
  const completion = await t.one(selectCompletion({ runId: run.id }))
  const { id: runId, sessionId, state, waitsFor, status, mode, cleanup } = run
  const told = completion && { destination: completion.destination, reason: completion.reason }
  const bound = await tellBindings(deps, t, actor, [sessionId])
  const data = { runId, sessionId, state, waitsFor, status, mode, cleanup, told: told ?? null }
  const tell = (isKept: boolean) => {
    const binding = bound.of(sessionId, isKept)
    return {
      ok: true,
      text: tellRun(run, completion, { now: t.now, isKept, bound }),
      data: { ...data, binding },
    }
  }
  return { answer: tell(false), kept: tell(true), quotes: [sessionId] }
}

async function log(call: CommandCall, wish: Extract<Subcommand, { kind: 'log' }>): Promise<Answered> {
  const { deps, t, actor } = call
  const run = await find(call, wish.name)
  // Of many rows few are words that somebody said; so far back it is looked for them.
  const page = { limit: limits.timelineEventsMax }
  const { events } = await deps.sessions.timeline(t, actor, run.sessionId, page)
  const data = { runId: run.id, sessionId: run.sessionId }
  const { text, told } = tellLog(events, wish)
  return {
    answer: { ok: true, text, data },
    quotes: told.flatMap(({ eventId, payload }) => [eventId, ...namedIn(payload)]),
    // What is redacted there must not stay here.
    kept: { ok: true, text: `What it said stands on its own page: /sessions/${run.sessionId}`, data },
  }
}

/** A sub-agent is called by its label, which may go without the entry that says it. */
function namedIn({ sessionId }: Record<string, unknown>): string[] {
  return typeof sessionId === 'string' ? [sessionId] : []
}

async function say(
  call: CommandCall,
  { kind, words }: Extract<Subcommand, { kind: 'send' | 'steer' }>,
): Promise<Answered> {
  const { deps, t, actor, session, conversation } = call
  const page = { limit: limits.runsListMax }
  const { items } = await deps.sessions.listRuns(t, actor, session.id, 'children', page)
  const [name, text] = splitName(words, items)
  if (text === '') {
    return { answer: { ok: false, text: `/subagents ${kind} needs <id|#> <text>.` } }
  }
  const run = await find(call, name)
  const said = await deps.sessions.admit(t, actor, {
    sessionId: run.sessionId,
    text,
    mode: kind === 'steer' ? 'steer' : 'queue',
    channel: conversation.channel,
    // As if it were written on its own page (RTE3).
    conversation: '',
  })
  const how =
    kind === 'steer' && said.turnId !== null ? 'It hears this at its next step.' : 'It hears this next.'
  const data = { runId: run.id, sessionId: run.sessionId, eventId: said.eventId }
  return {
    answer: { ok: true, text: `Said to ${nameOfRun(run)}. ${how}`, data },
    kept: { ok: true, text: `Said to ${run.id}. ${how}`, data },
    quotes: [run.sessionId],
  }
}

async function spawn(
  { deps, t, actor, session, conversation }: CommandCall,
  { input }: Extract<Subcommand, { kind: 'spawn' }>,
): Promise<Answered> {
  const { model: wished } = input
  const found = wished === undefined ? undefined : findModel(deps.agents, wished)
  const place = { conversation, sessionId: session.id }
  const spawned = await spawnForPerson(deps, t, actor, place, {
    ...input,
    // One that is not there is skipped further in, with a warning.
    ...(found?.kind === 'found' && { model: found.name }),
  })
  const { runId, sessionId, sessionKey, warnings } = spawned
  // On the web one is there already.
  const base = conversation.channel === 'web' ? '' : deps.placeRules.linkBase()
  const lines = [
    ...warnings,
    `Started ${runId}. What it comes to is told here once.`,
    `/subagents info ${runId} says how it goes; its page is ${base}/sessions/${sessionId}`,
  ]
  const data = { runId, sessionId, childSessionId: sessionId, childSessionKey: sessionKey, warnings }
  return { answer: { ok: true, text: lines.join('\n'), data } }
}
