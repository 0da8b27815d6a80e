// Replaces pieces of a text, one after the other, each where it stands and nowhere else. A text with the line ends of
// Windows keeps them although a model writes the other ones.

import { findNearestPlace } from './find-nearest-place.ts'

export interface Edit {
  oldText: string
  newText: string
  replaceAll?: boolean | undefined
}

export type EditedText =
  | { kind: 'edited'; text: string; places: number }
  /** Every edit is there already: it was made before. */
  | { kind: 'already' }
  /** `at` counts from 0. The message is a sentence about that edit. */
  | { kind: 'refused'; at: number; message: string }

export function applyEdits(text: string, edits: readonly Edit[]): EditedText {
  let now = text
  let places = 0
  let already = 0
  for (const [at, edit] of edits.entries()) {
    const made = applyEdit(now, edit)
    if (made.kind === 'refused') return { ...made, at }
    if (made.kind === 'already') already++
    else {
      now = made.text
      places += made.places
    }
  }
  return already === edits.length ? { kind: 'already' } : { kind: 'edited', text: now, places }
}

type MadeEdit =
  | { kind: 'edited'; text: string; places: number }
  | { kind: 'already' }
  | { kind: 'refused'; message: string }

function applyEdit(text: string, edit: Edit): MadeEdit {
  if (edit.oldText === edit.newText) return { kind: 'refused', message: 'oldText and newText are the same.' }
  const { oldText, newText } = fitLineEnds(text, edit)
  const places = findPlaces(text, oldText)
  if (places.length === 0) return explainMissing(text, oldText, newText)
  if (places.length > 1 && !edit.replaceAll) return { kind: 'refused', message: explainSeveral(text, places) }
  const pieces = text.split(oldText)
  return { kind: 'edited', text: pieces.join(newText), places: pieces.length - 1 }
}

function fitLineEnds(text: string, edit: Edit): Edit {
  if (text.includes(edit.oldText) || !text.includes('\r\n')) return edit
  const asWindows = (piece: string) => piece.replaceAll(/\r?\n/g, '\r\n')
  return { ...edit, oldText: asWindows(edit.oldText), newText: asWindows(edit.newText) }
}

/** Also those that overlap: of them, too, it is not clear which is meant. */
function findPlaces(text: string, piece: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) places.push(at)
  return places
}

function explainMissing(text: string, oldText: string, newText: string): MadeEdit {
  // Of a deletion nothing is left to be recognised by; of what is there twice, nobody knows which was made by it.
  if (newText !== '' && findPlaces(text, newText).length === 1) return { kind: 'already' }
  const place = findNearestPlace(text, oldText)
  if (place === undefined) return { kind: 'refused', message: 'oldText is nowhere in the file.' }
  const { line, lines, isSpacing } = place
  const why = isSpacing
    ? 'oldText is there only with other spaces or line breaks'
    : 'oldText is not in the file'
  return { kind: 'refused', message: `${why}; the nearest is at line ${line}:\n${lines.join('\n')}\n` }
}

const placesShown = 10

function explainSeveral(text: string, places: readonly number[]): string {
  const lines = places.slice(0, placesShown).map((at) => lineAt(text, at))
  const more = places.length > placesShown ? ', …' : ''
  return (
    `oldText is there ${places.length} times (lines ${lines.join(', ')}${more}); ` +
    'add lines around it until it is there once, or set replaceAll.'
  )
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line++
  return line
}
