// Where the brackets end that a link may begin with: as the parser finds it by itself, but that it remembers which of them nothing
// closes. Otherwise each is looked for again from every one before it, through as many as may be nested, and a text of
// brackets takes three times as long as any other.

import type { MarkdownIt, StateInline } from 'markdown-it'

type ReadLabel = MarkdownIt['helpers']['parseLinkLabel']

const [opening, closing] = [0x5b, 0x5d]

/** For one parser, which reads one paragraph after the other. */
export function createLabelReader(): ReadLabel {
  let of: StateInline | undefined
  /** By where it stands: up to which place nothing closes it. */
  let unclosed = new Map<number, number>()

  return (state, start, disableNested) => {
    if (state !== of) unclosed = new Map()
    of = state
    const { pos, posMax } = state
    if (unclosed.get(start) === posMax) return -1
    const end = readLabel(state, start, disableNested === true, (at) => unclosed.get(at) === posMax)
    if (end === 'unclosed') unclosed.set(start, posMax)
    state.pos = pos
    return typeof end === 'number' ? end : -1
  }
}

function readLabel(
  state: StateInline,
  start: number,
  disableNested: boolean,
  isUnclosed: (at: number) => boolean,
): number | 'unclosed' | 'nested' {
  let level = 1
  state.pos = start + 1
  while (state.pos < state.posMax) {
    const at = state.pos
    const sign = state.src.charCodeAt(at)
    if (sign === closing && --level === 0) return at
    state.md.inline.skipToken(state)
    if (sign !== opening) continue
    if (state.pos === at + 1) {
      // What is not closed within it leaves nothing that could close it.
      if (isUnclosed(at)) return 'unclosed'
      level++
    } else if (disableNested) return 'nested'
  }
  return 'unclosed'
}
