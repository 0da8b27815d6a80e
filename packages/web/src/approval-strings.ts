// The words of approvals: the card, the page of all that wait, and what is said aloud. A part of the catalogue in
// strings.ts.

import type { ApprovalOutcome, ApprovalReason } from '@heddle/contract'

const outcomes: Record<ApprovalOutcome, (who: string) => string> = {
  once: (who) => `${who} allowed it once.`,
  session: (who) => `${who} allowed it for this session.`,
  deny: (who) => `${who} denied it.`,
  expired: () => 'Nobody decided in time, so it was not run.',
  withdrawn: () => 'The turn ended before anybody decided, so it was not run.',
}

const outcomesInList: Record<ApprovalOutcome, (who: string) => string> = {
  once: (who) => `${who} allowed once`,
  session: (who) => `${who} allowed for the session`,
  deny: (who) => `${who} denied`,
  expired: () => 'expired',
  withdrawn: () => 'withdrawn',
}

/** Besides the sentence that says why it is asked: what to look at. */
const hints: Partial<Record<ApprovalReason, string>> = {
  untrusted: 'Look twice at what would leave this place: the agent may be following somebody else’s words.',
  no_sandbox: 'Nothing keeps it in: read every word of it.',
}

export const approvalStrings = {
  title: 'Approvals',
  about: 'What agents may not do without somebody’s word.',
  card: {
    asks: (agent: string) => `${agent} asks for approval`,
    asked: (agent: string) => `${agent} asked for approval`,
    call: 'The exact call',
    lines: (written: string) => `All ${written} lines of it are above: scroll to read them.`,
    notAll: 'This is only the beginning of the call.',
    next: 'Nothing has happened yet. It runs only if somebody allows it; otherwise the agent goes on without it.',
    left: (time: string) => `${time} left, then it is denied.`,
    over: 'Its time is over.',
    scope: '“For this session” would allow, without asking again:',
    onceForTurn: 'Once holds for the rest of this turn: it is asked once in a turn.',
    hints,
    group: (tool: string) => `Decide about ${tool}`,
    once: 'Allow once',
    session: 'Allow for this session',
    deny: 'Deny',
    note: 'Note for the agent',
    noteHint: 'It hears why, and goes on without it.',
    denyNow: 'Deny it',
    back: 'Back',
    mayNot: 'You may not decide this.',
    reading: 'Reading who may decide',
    outcomes,
    ended: 'This is no longer open: its turn is over.',
  },
  said: {
    one: (agent: string, tool: string, session: string) =>
      `${agent} asks for your approval of ${tool} in ${session}.`,
    many: (count: number) => `${count} calls wait for your approval.`,
  },
  go: {
    action: 'Go to what waits for your approval',
    actionAlso: 'approve allow deny decide permission',
    none: 'Nothing waits for your approval.',
  },
  page: {
    loading: 'Reading what waits',
    waiting: 'Waiting',
    none: 'Nothing needs your word. When an agent may not do something by itself, it asks here and in its session.',
    toMoment: (session: string) => `Go to it in ${session}`,
    decided: 'Decided lately',
    noneDecided: 'Nothing was decided yet.',
    outcomes: outcomesInList,
    shown: (written: string) => `${written} shown, there are more`,
  },
  nav: {
    count: (written: string) => `${written} waiting for you`,
  },
}
