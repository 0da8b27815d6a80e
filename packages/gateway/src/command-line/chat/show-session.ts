// What happens in a session, line by line for whoever sits at the terminal.

import type { EventJson } from '@heddle/contract'
import { createPieceCleaner } from '../session/clean-lines.ts'
import { isSaid, textIn } from '../session/read-payload.ts'
import { type Line, tellEvent, tellFiles, tellTextState } from '../session/tell-event.ts'
import { bold, dim, paint, yellow } from '../terminal.ts'
import type { Shown } from './create-follower.ts'

export interface SessionShow {
  show(shown: Shown): void
  rows(events: readonly EventJson[]): void
  line(...words: Line): void
  lines(all: readonly Line[]): void
  /** The turn that runs now, as far as we know. */
  isRunning(): boolean
}

export interface SessionShowOptions {
  write(text: string): void
  colour: boolean
  agentName(): string
  isDemo: boolean
  /** Messages that were typed here stand on the screen already. */
  isOwn(clientMessageId: string): boolean
  pastRows: number
}

export function createSessionShow(options: SessionShowOptions): SessionShow {
  let isRunning = false
  let { isDemo } = options
  /** The text that is being written, if one is, and the one that was last. */
  let current: string | undefined
  let last: string | undefined
  let cleaner = createPieceCleaner()
  let isAtStart = true

  function write(text: string): void {
    if (text === '') return
    options.write(text)
    isAtStart = text.endsWith('\n')
  }

  function line(...words: Line): void {
    lines([words])
  }

  /** In one piece, so that the prompt is drawn once. */
  function lines(all: readonly Line[]): void {
    if (all.length === 0) return
    breakText()
    write(all.map((words) => `${paint(words, options.colour)}\n`).join(''))
  }

  /** Something else has to be said; the text may go on below it. */
  function breakText(): void {
    if (current === undefined) return
    if (!isAtStart) write('\n')
    last = current
    current = undefined
  }

  function endText(): void {
    if (current !== undefined) write(indented(cleaner.rest()))
    breakText()
    cleaner = createPieceCleaner()
    last = undefined
  }

  function indented(text: string): string {
    return text.replaceAll('\n', '\n  ')
  }

  function piece({ eventId, of, text }: Extract<Shown, { kind: 'piece' }>): void {
    if (current === eventId) return write(indented(cleaner.add(text)))
    const goesOn = last === eventId
    if (!goesOn) {
      endText()
      line(...head(of))
    }
    current = eventId
    write(`  ${indented(cleaner.add(text))}`)
  }

  function ended(event: EventJson): void {
    const files = tellFiles(event)
    // Files alone are an answer too.
    const isUnsaid = files.length > 0 && textIn(event, 'text') === ''
    lines([...(isUnsaid ? [head('message.agent')] : []), ...files, ...tellTextState(event)])
  }

  function head(of: 'message.agent' | 'reasoning'): Line {
    if (of === 'reasoning') return [dim('thoughts:')]
    return [bold(options.agentName()), ...(isDemo ? [dim(' (demo model)')] : [])]
  }

  function rows(events: readonly EventJson[]): void {
    lines(events.flatMap(tellEvent))
  }

  function entry(event: EventJson): void {
    if (event.kind === 'turn.started') {
      isRunning = true
      isDemo = isSaid(event, 'isDemo')
    }
    if (event.kind === 'turn.finished' || event.kind === 'turn.failed') isRunning = false
    // Shown as what is asked about, from what the gateway has.
    if (event.kind === 'approval.asked') return
    if (event.kind === 'message.user' && options.isOwn(textIn(event, 'clientMessageId'))) return
    rows([event])
  }

  return {
    line,
    lines,
    rows,
    isRunning: () => isRunning,
    show(shown) {
      switch (shown.kind) {
        case 'past':
          return rows(lastVisible(shown.events, options.pastRows))
        case 'entry':
          return entry(shown.event)
        case 'piece':
          return piece(shown)
        case 'again':
          endText()
          return line(dim('  (this was begun anew)'))
        case 'ended':
          endText()
          return ended(shown.event)
        case 'state':
          isRunning = shown.turnId !== null
          return
        case 'restored':
          return line(yellow('Heddle was restored from a backup. What follows is the session as it is now.'))
        case 'gone':
          return line(yellow(shown.message))
      }
    },
  }
}

/** Many events are none to look at. */
export function lastVisible(events: readonly EventJson[], count: number): EventJson[] {
  return events.filter((event) => tellEvent(event).length > 0).slice(-count)
}
