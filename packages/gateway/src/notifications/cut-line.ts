// A text on one line, no longer than so many characters. Pure.

export function cutLine(text: string, most: number): string {
  const signs = Array.from(text.replaceAll(/\s+/g, ' ').trim())
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`
}
