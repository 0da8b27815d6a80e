// I13: a timer fires once for each time it was set, at or after its time, and not at all when it was cancelled or moved
// before it ran. Replays the history that each transaction wrote about itself.

import type { TimerEvent } from '../load/ledger-store.ts'
import { roundsName } from '../load/rounds.ts'
import type { Invariant } from './invariant.ts'

interface Line {
  name: string
  event: TimerEvent
  due_at: number | null
  was: string | null
  at: number
}

interface Expectation {
  /** The next firing, not before its time. */
  dueAt: number | undefined
  /** Set once more while it ran: a second firing follows. */
  againAt: number | undefined
}

const history = 'select name, event, due_at, was, at from world_timers order by id'

export const timersFireOnce: Invariant = {
  rule: 'I13',
  at: 'start',
  check: ({ rows }) => replay(rows<Line>(history)).complaints,
}

export const noTimerIsLost: Invariant = {
  rule: 'I13',
  at: 'rest',
  check({ rows }) {
    const lines = rows<Line>(history)
    const { expectations } = replay(lines)
    return [...expectations].flatMap(([name, { dueAt, againAt }]) => {
      // Set for as long as there is a world, and not more than once.
      if (name === roundsName) return dueAt === undefined ? ['the rounds stopped'] : []
      if (againAt !== undefined)
        return [`${name} was set again while it ran and never came again: ${tell(lines, name)}`]
      return dueAt === undefined ? [] : [`${name} never fired: ${tell(lines, name)}`]
    })
  },
}

/** The last that happened to a timer, for whoever has to find out why. */
function tell(lines: readonly Line[], name: string): string {
  const mine = lines.filter((line) => line.name === name).slice(-6)
  return mine.map((line) => `${line.event}${line.was ? ` while ${line.was}` : ''} at ${line.at}`).join(', ')
}

function replay(lines: readonly Line[]) {
  const expectations = new Map<string, Expectation>()
  const complaints: string[] = []
  for (const line of lines) {
    const expected = expectations.get(line.name) ?? { dueAt: undefined, againAt: undefined }
    expectations.set(line.name, expected)
    if (line.event === 'set') set(expected, line)
    else if (line.event === 'cancelled') expectations.delete(line.name)
    else if (line.event === 'fired') complaints.push(...fire(expected, line))
    else if (line.event === 'given up') goOn(expected)
    else if (expected.dueAt !== undefined && line.was !== 'running') {
      complaints.push(`${line.name} could not be cancelled although it did not run`)
    }
  }
  return { expectations, complaints }
}

function set(expected: Expectation, line: Line): void {
  if (line.was === 'running') expected.againAt = line.due_at ?? undefined
  else {
    expected.dueAt = line.due_at ?? undefined
    expected.againAt = undefined
  }
}

function goOn(expected: Expectation): void {
  expected.dueAt = expected.againAt
  expected.againAt = undefined
}

function fire(expected: Expectation, line: Line): string[] {
  const { dueAt } = expected
  goOn(expected)
  if (dueAt === undefined) return [`${line.name} fired although it was not set`]
  return line.at < dueAt ? [`${line.name} fired ${dueAt - line.at} ms too early`] : []
}
