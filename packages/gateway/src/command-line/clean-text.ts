// What people and platforms wrote may hold bytes that a terminal obeys: colours, cursor moves, titles, text that reads
// backwards. Everything that goes to a terminal passes here and shows such a character instead of sending it.

const unsafe =
  /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/gu
const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function cleanText(text: string): string {
  return text.replace(unsafe, (found) => named[found] ?? shown(found))
}

/** JSON for a terminal: the same value, with what JSON leaves bare written as escapes. */
export function cleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(unsafe, (found) => {
    if (found === '\n') return found
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function shown(found: string): string {
  const code = found.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** How many columns a cleaned text takes: marks none, wide letters and pictures two. */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue
    width += wide.test(char) ? 2 : 1
  }
  return width
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
