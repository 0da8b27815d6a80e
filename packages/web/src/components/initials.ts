// One or two letters that stand for a name: the first of its first and of its last word, whatever the script.

export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter((word) => word !== '')
  const first = words[0]
  if (first === undefined) return '?'
  // A number at the end, as in "the 3rd", is no part of the name one calls.
  const last = words.slice(1).findLast((word) => /^\p{L}/u.test(word))
  return (firstLetter(first) + (last === undefined ? '' : firstLetter(last))).toLocaleUpperCase('en')
}

/** The first letter as people see it: marks that belong to it come along. */
function firstLetter(word: string): string {
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)
  return letters[Symbol.iterator]().next().value?.segment ?? ''
}
