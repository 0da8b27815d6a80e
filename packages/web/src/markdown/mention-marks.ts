// Signs around a mention in a Markdown source, which the parser leaves alone: where a text is shown, what stands between
// them is set apart. They are of the planes for private use, and taken out of a text before it is marked.
//
// The first one counts as punctuation for the parser, as the "@" does that it stands before, and the last one as a letter:
// so the marks around a mention mean what they would mean without it.

export const mentionMarks = { start: '\uFFFC', self: '\uE001', end: '\uE002' } as const

const anyMark = /[\uFFFC\uE001\uE002]/g
const marked = /\uFFFC(\uE001?)([^\uFFFC\uE002]*)\uE002/g

export interface MarkedPart {
  text: string
  isMention: boolean
  isSelf: boolean
}

export function withoutMarks(text: string): string {
  return text.replace(anyMark, '')
}

export function hasMarks(text: string): boolean {
  return text.includes(mentionMarks.start)
}

export function splitMarks(text: string): MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  const plain = (end: number) => {
    const between = withoutMarks(text.slice(at, end))
    if (between !== '') parts.push({ text: between, isMention: false, isSelf: false })
  }
  for (const found of text.matchAll(marked)) {
    plain(found.index)
    parts.push({ text: found[2] ?? '', isMention: true, isSelf: found[1] !== '' })
    at = found.index + found[0].length
  }
  plain(text.length)
  return parts
}
