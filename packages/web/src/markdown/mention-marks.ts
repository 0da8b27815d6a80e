// Signs around a mention in a Markdown source, which the parser leaves alone: where a text is shown, what stands between
// them is set apart. Each holds characters drawn when the app was loaded, so that no text can bring signs along, however it
// is written: the parser makes characters out of "&#xE001;" only after the source was marked.
//
// The first character counts as punctuation for the parser, as the "@" does that it stands before, and the last one as a
// letter: so the marks around a mention mean what they would mean without it.

/** Of the plane for private use: 12 bits each. */
const drawn = String.fromCharCode(
  ...crypto.getRandomValues(new Uint16Array(6)).map((bits) => 0xe000 + (bits & 0xfff)),
)

export const mentionMarks = {
  start: `\uFFFC${drawn}`,
  self: `\uFFFD${drawn}`,
  end: `\uE002${drawn}`,
} as const

const anyMark = new RegExp(`([\uFFFC\uFFFD\uE002]${drawn})`, 'g')

export interface MarkedPart {
  text: string
  isMention: boolean
  isSelf: boolean
}

export function withoutMarks(text: string): string {
  return text.replace(anyMark, '')
}

export function hasMarks(text: string): boolean {
  return text.includes(drawn)
}

/** A sign without its other half is left out. */
export function splitMarks(text: string): MarkedPart[] {
  const { self, end } = mentionMarks
  // Words and signs by turns.
  const pieces = text.split(anyMark)
  return pieces.flatMap((words, at) => {
    if (at % 2 === 1 || words === '') return []
    const before = pieces[at - 1] ?? end
    const isMention = before !== end && pieces[at + 1] === end
    return { text: words, isMention, isSelf: isMention && before === self }
  })
}
