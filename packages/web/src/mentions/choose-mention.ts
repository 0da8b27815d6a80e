// Whom one may mean while a name is being typed behind an "@", and what stands in the field once one is taken. Pure, and
// only for hints: what a text mentions in the end the server says.

export interface Named {
  handle: string
  name: string
  what: 'person' | 'agent'
  /** May not see the session: they are not told of it. */
  isOutside?: boolean
}

export interface TypedMention {
  /** Where its "@" stands. */
  start: number
  /** What was typed of the name so far. */
  typed: string
}

const handleCharsMax = 64
/** Letters that are written without spaces, which may stand before an "@". */
const noSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u
const typedName = /@([\p{L}\p{M}\p{Nd}._-]*)$/u

export function findMention(text: string, caret: number): TypedMention | undefined {
  const before = text.slice(Math.max(0, caret - handleCharsMax - 1), caret)
  const found = typedName.exec(before)
  if (found === null) return undefined
  const start = caret - found[0].length
  const front = text.slice(0, start)
  if (!mayBegin(front) || isInCode(front)) return undefined
  return { start, typed: found[1] ?? '' }
}

function mayBegin(front: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(front)) return false
  return !/[\p{L}\p{M}\p{N}_@]$/u.test(front) || noSpaces.test(front)
}

/** In a fence that is open, or behind a single backtick in the same paragraph. */
function isInCode(front: string): boolean {
  const lines = front.split('\n')
  const fences = lines.filter((line) => /^ {0,3}(?:```|~~~)/.test(line)).length
  if (fences % 2 === 1) return true
  const paragraph = front.slice(front.lastIndexOf('\n\n') + 1)
  return (paragraph.match(/`+/g)?.length ?? 0) % 2 === 1
}

const shownMax = 8

/** Those whose handle or name begins like it come first, then those who have it anywhere; who may not see it last. */
export function chooseNamed(typed: string, everyone: readonly Named[]): Named[] {
  const wanted = folded(typed)
  const ranked = everyone
    .map((one) => ({ one, rank: rankOf(one, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ one }) => one)
  const isTypedOut = ranked.length === 1 && ranked[0] && folded(ranked[0].handle) === wanted
  return isTypedOut ? [] : ranked.slice(0, shownMax)
}

function rankOf(one: Named, wanted: string): number | undefined {
  const last = one.isOutside ? 10 : 0
  const handle = folded(one.handle)
  const name = folded(one.name)
  if (handle === wanted) return last
  if (handle.startsWith(wanted)) return last + 1
  if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return last + 2
  return handle.includes(wanted) || name.includes(wanted) ? last + 3 : undefined
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

export function completeMention(
  text: string,
  { start, typed }: TypedMention,
  handle: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + typed.length)
  const front = `${text.slice(0, start)}@${handle}`
  // A name that goes on would be another one.
  if (/^[\s)\]}.,;:!?]/.test(rest) && !/^[.]/.test(rest))
    return { text: front + rest, caret: front.length + (/^\s/.test(rest) ? 1 : 0) }
  return { text: `${front} ${rest}`, caret: front.length + 1 }
}
