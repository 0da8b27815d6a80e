// Where the parts of a text that is changed stand. A message that was said can get another text, and no other files: what
// it carries stays with it, and what is to come along with the change is said behind it. Pure.

export interface SaidPart {
  text: string
  files: readonly string[]
  /** It may be seen: what it carries is what it carries. */
  hasLeft: boolean
}

export interface WantedText {
  text: string
  files: readonly string[]
}

/** `from`: which of the wanted parts its text is; absent: none is left for it. */
export interface ArrangedPart {
  text: string
  files: readonly string[]
  from?: number
}

/** By place; undefined: nothing stands there any more. */
export function arrangeParts(
  said: readonly SaidPart[],
  wanted: readonly WantedText[],
): (ArrangedPart | undefined)[] {
  const isWanted = new Set(wanted.flatMap(({ files }) => files))
  const kept = said.map(({ files, hasLeft }) => (hasLeft ? files.filter((id) => isWanted.has(id)) : []))
  const isKept = new Set(kept.flat())
  const texts = wanted.flatMap(({ text }, from) => (text === '' ? [] : [{ text, from }]))
  const parts = arrangeTexts(said, kept, texts)
  for (const { files, text } of wanted) {
    const fresh = files.filter((id) => !isKept.has(id))
    if (fresh.length === 0) continue
    const last = parts.at(-1)
    const isOpen = last !== undefined && last.files.length === 0 && said[parts.length - 1]?.hasLeft !== true
    // Behind the text that it was to go with, or behind all that is there.
    if (isOpen && text !== '') parts[parts.length - 1] = { ...last, files: fresh }
    else parts.push({ text: '', files: fresh })
  }
  return parts
}

/** In their order, around what carries files: that stays where it is as long as those are wanted. */
function arrangeTexts(
  said: readonly SaidPart[],
  kept: readonly (readonly string[])[],
  texts: readonly { text: string; from: number }[],
): (ArrangedPart | undefined)[] {
  const parts: (ArrangedPart | undefined)[] = []
  const left = [...texts]
  const lastKept = kept.findLastIndex((files) => files.length > 0)
  for (let at = 0; left.length > 0 || at <= lastKept; at++) {
    const files = kept[at] ?? []
    const isFilesAlone = files.length > 0 && said[at]?.text === ''
    const next = isFilesAlone ? undefined : left.shift()
    parts.push(next || files.length > 0 ? { text: '', files, ...next } : undefined)
  }
  return parts
}
