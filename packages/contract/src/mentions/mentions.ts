// Who is mentioned in a text: the one function for those who notify, those who show and those who send it elsewhere.
// Pure; what a mention sets off is not decided here. It brings the Markdown parser along and so is not part of the
// index (docs/decisions/0018).

import { chooseHandle } from './choose-handle.ts'
import { findHandles, type WrittenHandle } from './find-handles.ts'
import { mentionLimits } from './mention-limits.ts'
import { readTextRuns, sourceEnd } from './text-runs.ts'

export interface ParsedMentions {
  /** Handles of members, each once, in the order in which they first appear. */
  mentions: string[]
  /** Handles that are nobody's, the same way. */
  unknown: string[]
  /** In order, without overlap. */
  spans: MentionSpan[]
}

/** `body.slice(start, end)` is the mention as it was written, from its "@" on. */
export interface MentionSpan {
  start: number
  end: number
  handle: string
  known: boolean
}

/** `isMember` is asked once for each handle that may be meant, in NFC and lower case; it must not throw. */
export function parseMentions(body: string, isMember: (handle: string) => boolean): ParsedMentions {
  return scanMentions(body).parse(isMember)
}

export interface ScannedMentions {
  /** As `parseMentions` of that text. */
  parse(isMember: (handle: string) => boolean): ParsedMentions
}

/** The text taken apart, which is what takes long, once: for whoever has to ask more than once who is meant. */
export function scanMentions(body: string): ScannedMentions {
  const written = body.includes('@') ? [...findWritten(scannedPart(body))] : []
  return {
    parse(isMember) {
      const spans = [...chooseSpans(written, askOnce(isMember))]
      return { mentions: handlesOf(spans, true), unknown: handlesOf(spans, false), spans }
    },
  }
}

/** The text with each mention of a member as `write` puts it; everything else as it was, character by character. */
export function expandMentions(
  body: string,
  isMember: (handle: string) => boolean,
  write: (handle: string, written: string) => string,
): string {
  let expanded = ''
  let at = 0
  for (const { start, end, handle, known } of parseMentions(body, isMember).spans) {
    if (!known) continue
    expanded += body.slice(at, start) + write(handle, body.slice(start, end))
    at = end
  }
  return expanded + body.slice(at)
}

function* findWritten(body: string): Generator<WrittenHandle> {
  for (const run of readTextRuns(body)) yield* findHandles(run)
}

function* chooseSpans(
  handles: readonly WrittenHandle[],
  isMember: (handle: string) => boolean,
): Generator<MentionSpan> {
  for (const { sign, written } of handles) {
    const chosen = chooseHandle(written, isMember)
    if (!chosen) continue
    const end = sourceEnd(sign, sign.inText + 1 + chosen.length)
    yield { start: sign.inSource, end, handle: chosen.handle, known: chosen.known }
  }
}

function askOnce(isMember: (handle: string) => boolean): (handle: string) => boolean {
  const answers = new Map<string, boolean>()
  return (handle) => {
    const answered = answers.get(handle)
    if (answered !== undefined) return answered
    const answer = isMember(handle)
    answers.set(handle, answer)
    return answer
  }
}

function handlesOf(spans: readonly MentionSpan[], areKnown: boolean): string[] {
  return [...new Set(spans.filter(({ known }) => known === areKnown).map(({ handle }) => handle))]
}

/** Cut between two paragraphs: anywhere else, code could be torn open and read as text. */
function scannedPart(body: string): string {
  if (body.length <= mentionLimits.scannedCharsMax) return body
  const head = body.slice(0, mentionLimits.scannedCharsMax)
  const lineBreak = Math.max(head.lastIndexOf('\n\n'), head.lastIndexOf('\n\r\n'))
  return head.slice(0, lineBreak + 1)
}
