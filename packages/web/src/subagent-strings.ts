// The words of sub-agents: their rows in a timeline, the page of a run, the page of a child. A part of the catalogue in
// strings.ts.

import {
  type CompletionReason,
  type RunCleanup,
  type RunMode,
  type RunState,
  type RunStatus,
  type RunWait,
  statusWords,
  type Thinking,
} from '@heddle/contract'
import { quote } from './quote.ts'

const statuses: Readonly<Record<RunStatus, string>> = statusWords

const states: Record<RunState, string> = {
  queued: 'queued',
  running: 'running',
  waiting: 'waiting',
  succeeded: statuses.success,
  failed: statuses.error,
  timed_out: statuses.timeout,
  cancelled: statuses.cancelled,
  interrupted: statuses.interrupted,
  unknown: statuses.unknown,
}

const waits: Record<RunWait, string> = {
  model: 'waits for the model',
  approval: 'waits for approval',
  children: 'waits for its sub-agents',
  place: 'waits for its place',
  capacity: 'waits for a free slot',
}

const thinking: Record<Thinking, string> = {
  off: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  max: 'As much as it can',
}

const modes: Record<RunMode, string> = {
  run: 'Ends with its task',
  session: 'Stays, to be talked to',
}

const cleanups: Record<RunCleanup, string> = {
  keep: 'Archived some time after its end',
  delete: 'Archived right after it has told its result',
}

const reasons: Record<CompletionReason, string> = {
  asked_there: 'A person asked for it there.',
  parent_tells: 'The agent that asked for it tells it in its own words.',
  stopped_with_parent: 'It was stopped together with the session above it.',
  ended_by_parent: 'The agent that asked for it ended it.',
  skipped: 'It chose to tell nothing.',
  parent_gone: 'The session that asked for it has ended, so it stands at the top.',
  parent_failed: 'The session that asked for it failed while it heard of it, so it stands at the top.',
  bound_place: 'Its own conversation is there.',
  binding_lost: 'Its own conversation is gone.',
  place_closed: 'Nothing more of it is told where it was asked for, so it stands here alone.',
  no_place: 'There is no place for it.',
}

export const subagentStrings = {
  states,
  statuses,
  waits,
  reasons,
  unnamed: 'Sub-agent',
  ended: 'ended',
  began: (who: string) => `started by ${who}`,
  open: 'Open',
  openNamed: (name: string) => `Open: ${quote(name)}`,
  result: 'Result',
  resultNamed: (name: string) => `Go to the result: ${quote(name)}`,
  details: 'Details',
  detailsNamed: (name: string) => `Details: ${quote(name)}`,
  run: 'All about this run',
  figures: {
    tokens: (written: string) => `${written} tokens`,
    tokensOf: (input: string, output: string) => `${input} tokens in, ${output} out`,
  },
  steer: {
    button: 'Steer',
    named: (name: string) => `Steer: ${quote(name)}`,
    label: (name: string) => `To ${quote(name)}`,
    hint: 'It hears this at its next step.',
    missing: 'Say what it should do.',
    tooLong: (max: string) => `At most ${max} characters.`,
    send: 'Send',
    cancel: 'Cancel',
    done: (name: string) => `${quote(name)} hears it at its next step.`,
  },
  stop: {
    button: 'Stop',
    named: (name: string) => `Stop: ${quote(name)}`,
    /** What is below it goes with it. */
    ask: (name: string, below: number) =>
      below === 0
        ? `Stop ${quote(name)}? This cannot be undone.`
        : `Stop ${quote(name)} and ${below === 1 ? 'the sub-agent' : `the ${below} sub-agents`} below it? This cannot be undone.`,
    yes: (count: number) => (count === 1 ? 'Stop it' : `Stop ${count} agents`),
    no: 'Let it work',
    done: (name: string) => `${quote(name)} was stopped.`,
    partly: (name: string, count: number) =>
      `${quote(name)} was stopped. ${count === 1 ? 'One below it still has' : `${count} below it still have`} to confirm.`,
    failed: 'It could not be stopped. Try again.',
  },
  facts: {
    task: 'Task',
    taskLoading: 'Reading all of it',
    agent: 'Agent',
    model: 'Model',
    ownModel: 'As the agent',
    thinking: 'Thinking',
    thinkingLevels: thinking,
    ownThinking: 'As the agent',
    limit: 'Time limit',
    noLimit: 'None',
    mode: 'Mode',
    modes,
    cleanup: 'Afterwards',
    cleanups,
    warnings: 'Not as asked',
  },
  told: {
    task: 'task',
    toIt: 'from an agent',
    skipped: (name: string) => `${quote(name)} ended and had nothing to tell.`,
    notes: 'Notes',
    noResult: 'There is no result.',
    untrusted: 'read text from outside',
    all: 'Show all of it',
    allNamed: (name: string) => `Show all of it: ${quote(name)}`,
    redacted: 'Redacted. It was what a sub-agent told.',
  },
  turn: {
    count: (count: number) => (count === 1 ? '1 sub-agent' : `${count} sub-agents`),
    heard: (count: number) => (count === 1 ? 'heard from 1 sub-agent' : `heard from ${count} sub-agents`),
  },
  what: {
    spawned: (name: string) => `sub-agent ${quote(name)} began`,
    finished: (name: string, status: string) => `sub-agent ${quote(name)}, ${status}`,
    told: 'instructed',
  },
  said: {
    finished: (name: string, status: string) => `${quote(name)}: ${status}.`,
  },
  child: {
    path: 'Where this sub-agent belongs',
    above: 'A session above',
    task: 'Task',
    direct: (agent: string, above: string) => `${agent} hears this directly; ${quote(above)} does not.`,
    overNote: 'It has told its result. What you write now starts no new run.',
    archived: 'This sub-agent is archived. What it said stays readable and takes no more messages.',
  },
}
