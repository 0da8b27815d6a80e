// Scripts that are written without spaces: where a word begins or ends in them cannot be seen from the characters.

/** Also signs that several of them share, such as the long vowel of Katakana, and vowels that Thai writes above. */
const noSpaceScript = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u
const digit = /\p{Nd}/u
// The second and third part of a Hangul syllable that is typed in parts are letters by their class.
const partOfSyllable = /[\p{M}\u1160-\u11ff]/u

/** May a mention follow this character at once, as it may follow a space? */
export function isOfNoSpaceScript(char: string): boolean {
  return noSpaceScript.test(char) && !digit.test(char)
}

/** May a handle end before this character? Not where it belongs to the one before it. */
export function beginsNoSpaceWord(char: string): boolean {
  return isOfNoSpaceScript(char) && !partOfSyllable.test(char)
}
