// The words of sessions: their list, the timeline, the queue and the composer. A part of the catalogue in strings.ts.

import type { SessionJson } from '@heddle/contract'
import type { HeadState } from './pages/session/header/choose-state.ts'
import { quote } from './quote.ts'
import { subagentStrings } from './subagent-strings.ts'
import { timelineStrings } from './timeline-strings.ts'

const states: Record<HeadState, string> = {
  fresh: 'Not begun',
  idle: 'Idle',
  running: 'Working',
  asks: 'Waits for approval',
  stopped: 'Stopped',
  failed: 'Failed',
  over: 'Over',
  archived: 'Archived',
}

const visibilities: Record<SessionJson['visibility'], { title: string; about: string }> = {
  private: { title: 'Private', about: 'Only those who take part see it.' },
  team: { title: 'Team', about: 'Everyone here sees it, and every member takes part.' },
}

export const sessionListStrings = {
  title: 'Sessions',
  search: 'Find by title',
  listLabel: 'Sessions, the most recently active first',
  loading: 'Reading the sessions',
  none: 'Nobody is working yet. Ask for something, or try',
  example: 'think of three names for a boat',
  noneForViewers: 'Nobody is working yet. When the team does, you can read along here.',
  untitled: 'Untitled',
  waits: (written: string) => `${written} waiting`,
  lastActive: 'active',
  shown: (written: string, hasMore: boolean) => (hasMore ? `${written} shown, there are more` : ''),
  states,
  visibilities,
  create: {
    button: 'New session',
    title: 'New session',
    agent: 'Agent',
    submit: 'Begin',
    demo: 'Runs on the demo model.',
  },
}

export const sessionStrings = {
  opening: 'Opening the session',
  untitled: 'Untitled session',
  notOpened: 'This session could not be opened',
  toList: 'All sessions',
  rename: {
    button: 'Rename',
  },
  stop: {
    button: 'Stop',
    done: 'Stopped.',
    doneWith: (count: number) =>
      count === 1
        ? 'Stopped. 1 waiting message was cancelled.'
        : `Stopped. ${count} waiting messages were cancelled.`,
    nothing: 'Nothing was running.',
    failed: 'It could not be stopped. Try again.',
  },
  people: {
    button: (count: number) => (count === 1 ? '1 person' : `${count} people`),
    seenBy: (visibility: string, people: string) => `${visibility}, ${people}`,
    team: 'Team',
    label: (words: string) => `Who takes part: ${words}`,
    close: 'Close',
  },
  timeline: timelineStrings,
  queue: {
    label: 'Waiting messages',
    title: (count: number) => (count === 1 ? '1 message waits' : `${count} messages wait`),
    edit: (text: string) => `Edit: ${quote(text)}`,
    up: (text: string) => `Move up: ${quote(text)}`,
    down: (text: string) => `Move down: ${quote(text)}`,
    cancel: (text: string) => `Cancel: ${quote(text)}`,
    editLabel: 'Waiting message',
    editKeys: 'Enter saves, Shift+Enter begins a new line, Esc cancels',
    saved: 'The waiting message was changed.',
    moved: (place: number) => `Moved to place ${place}.`,
    cancelled: 'The waiting message was cancelled.',
    failed: 'It no longer waits: a turn has taken it, or it was cancelled.',
    cut: 'cut',
    whole: 'Show all of it',
    wholeNamed: (text: string) => `Show all of it: ${quote(text)}`,
    notRead: 'The whole message could not be read. Try again.',
    gone: 'This message no longer waits: a turn has taken it, or it was cancelled. What you typed is still here.',
    keep: 'Put it into a new message',
  },
  composer: {
    label: 'Message',
    placeholder: 'Ask for something',
    send: 'Send',
    steer: 'Steer',
    hint: 'Enter sends, Shift+Enter begins a new line.',
    hintRunning: 'Enter queues, Ctrl+Enter steers what runs, Shift+Enter begins a new line.',
    near: (left: string) => `${left} characters left`,
    over: (count: string) => `${count} characters too many`,
    full: 'Too many messages wait to be sent. Wait until the server is back.',
    unknownCommand: (name: string, nearest: string | undefined) =>
      nearest === undefined
        ? `There is no command /${name}. Type /help for all of them.`
        : `There is no command /${name}. Did you mean /${nearest}?`,
    wrongCommand: (problem: string) => `${problem}.`,
    answerLabel: 'Answer to your command',
    dismiss: 'Dismiss',
    openSession: 'Open it',
  },
  outgoing: {
    label: 'On its way',
    sending: 'sending',
    waits: 'waits for the server',
    failed: 'not sent',
    retry: 'Retry',
    retryNamed: (text: string) => `Retry: ${quote(text)}`,
    drop: 'Take back',
    dropNamed: (text: string) => `Take back: ${quote(text)}`,
  },
  onlookers: {
    label: (names: string) => `Looking on: ${names}`,
    person: (name: string, state: string) => (state === 'active' ? name : `${name} (${state})`),
    more: (count: number) => `+${count}`,
    types: (name: string) => `${name} is typing`,
    twoType: (one: string, other: string) => `${one} and ${other} are typing`,
    manyType: 'Several people are typing',
  },
  readOnly: {
    viewer: 'You are a viewer here: you read along. An admin can make you a member.',
    archived: 'This session is archived. It stays readable and takes no more messages.',
    archivedChild: subagentStrings.child.archived,
    over: 'This session is over; it was continued in a new one.',
    successor: 'Open the new one',
  },
  said: {
    finished: (agent: string) => `${agent} finished.`,
    stopped: (agent: string) => `${agent} was stopped.`,
    failed: (agent: string) => `${agent} could not finish.`,
    wrote: (name: string) => `${name} wrote something.`,
    replied: (name: string, title: string) => `${name} replied in ${quote(title)}.`,
  },
}
