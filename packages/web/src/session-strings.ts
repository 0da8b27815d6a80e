// The words of sessions: their list, the timeline, the queue and the composer. A part of the catalogue in strings.ts.

import type { SessionJson } from '@heddle/contract'

const states: Record<SessionJson['state'], string> = {
  idle: 'Idle',
  running: 'Working',
  over: 'Over',
  archived: 'Archived',
}

const visibilities: Record<SessionJson['visibility'], { title: string; about: string }> = {
  private: { title: 'Private', about: 'Only those who take part see it.' },
  team: { title: 'Team', about: 'Everyone here sees it, and every member takes part.' },
}

/** The kinds that have no form of their own yet. */
const kindWords: Partial<Record<string, string>> = {
  'subagent.spawned': 'A sub-agent began',
  'subagent.finished': 'A sub-agent ended',
  'approval.asked': 'An approval was asked for',
  'approval.decided': 'An approval was decided',
  'binding.made': 'A conversation was bound',
  'binding.ended': 'A conversation was unbound',
  compaction: 'Earlier turns were made shorter for the agent',
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line
}

export const sessionListStrings = {
  title: 'Sessions',
  search: 'Find by title',
  listLabel: 'Sessions, the most recently active first',
  loading: 'Reading the sessions',
  none: 'Nobody is working yet. Ask for something, or try',
  example: 'think of three names for a boat',
  noneForViewers: 'Nobody is working yet. When the team does, you can read along here.',
  noneFound: (text: string) => `No session has “${text}” in its title.`,
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
  toList: 'All sessions',
  rename: {
    button: 'Rename',
    title: 'Rename this session',
    label: 'Title',
    missing: 'Type a title.',
    submit: 'Rename',
    done: (title: string) => `Renamed to ${title}.`,
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
    team: 'Team',
    label: (words: string) => `Who takes part: ${words}`,
    title: 'Who takes part',
    private: 'Private: only these people see it.',
    teamAbout: 'The whole team sees this session, and every member takes part.',
    you: 'You',
    add: 'Add someone',
    addHint: 'By handle. They see everything that was said so far.',
    addMissing: 'Type a handle.',
    addSubmit: 'Add',
    added: (handle: string) => `@${handle} takes part now.`,
    already: (handle: string) => `@${handle} takes part already.`,
    disclose: 'Show it to the team',
    close: 'Close',
    disclosing: {
      title: 'Show this session to the team?',
      text: 'Everyone here will see all of it, also what was said before, and every member can write in it. You can make it private again; what was read stays read.',
      submit: 'Show it to the team',
      done: 'The team sees this session now.',
    },
  },
  timeline: {
    label: 'Timeline',
    earlier: 'Load earlier',
    loadingEarlier: 'Loading earlier',
    newest: 'Jump to newest',
    empty: 'Nothing was said yet.',
    emptyHint: 'Write below. The agent answers here.',
    demo: 'demo model',
    waiting: 'waits',
    note: 'note to people',
    steer: 'steers',
    edited: 'edited',
    cancelled: {
      author: 'cancelled by its author',
      admin: 'cancelled by an admin',
      stop: 'cancelled by a stop',
    } as Record<string, string>,
    states: {
      stopped: 'stopped here',
      interrupted: 'interrupted here',
    } as Record<string, string>,
    writing: 'writing',
    cutFront: 'The beginning is being read.',
    whole: 'Show all of it',
    reasoning: 'Thoughts',
    reasoningNow: 'Thinking',
    tool: {
      running: 'running',
      done: 'done',
      failed: 'failed',
      interrupted: 'interrupted',
      arguments: 'Called with',
      output: 'Answered',
    },
    turn: {
      started: (model: string) => `began with ${model}`,
      finished: 'finished',
      finishedIn: (time: string) => `finished in ${time}`,
      stopped: 'was stopped',
      tokens: (written: string) => `${written} model tokens`,
    },
    failed: {
      title: (agent: string) => `${agent} could not finish`,
      safe: 'What was said and written so far is kept, and nothing else was changed.',
      again: 'Send your message again to retry.',
      wait: (time: string) => `The model asks to wait ${time}. Then send your message again.`,
    },
    redacted: (name: string) => `Redacted. It was written by ${name}.`,
    unknown: 'Something that this page does not know yet',
    kinds: kindWords,
    details: 'Details',
    name: (who: string, what: string, when: string) => `${who}, ${what}, ${when}`,
    what: {
      person: 'said',
      agent: 'answered',
      reasoning: 'thoughts',
      tool: (name: string) => `tool ${name}`,
      turn: 'turn',
      failed: 'turn failed',
      notice: 'notice',
      redacted: 'redacted',
      unknown: 'unknown event',
    },
    redact: 'Redact',
    redactNamed: (text: string) => `Redact: ${quote(text)}`,
    redacting: {
      title: 'Redact this?',
      text: 'Its content is gone for everyone, at once and for good; its place in the timeline stays. Backups made before keep theirs.',
      submit: 'Redact',
      done: 'It was redacted.',
    },
  },
  queue: {
    label: 'Waiting messages',
    title: (count: number) => (count === 1 ? '1 message waits' : `${count} messages wait`),
    edit: (text: string) => `Edit: ${quote(text)}`,
    up: (text: string) => `Move up: ${quote(text)}`,
    down: (text: string) => `Move down: ${quote(text)}`,
    cancel: (text: string) => `Cancel: ${quote(text)}`,
    editLabel: 'Waiting message',
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
    openSession: 'Open the new session',
  },
  outgoing: {
    label: 'On its way',
    sending: 'sending',
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
    over: 'This session is over; it was continued in a new one.',
    successor: 'Open the new one',
  },
  said: {
    finished: (agent: string) => `${agent} finished.`,
    stopped: (agent: string) => `${agent} was stopped.`,
    failed: (agent: string) => `${agent} could not finish.`,
    wrote: (name: string) => `${name} wrote something.`,
  },
}
