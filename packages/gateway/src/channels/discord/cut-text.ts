// Shortens what is too long for Discord, never in the middle of a sign. Pure.

export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > charsMax - 1) break
    kept += sign
  }
  return `${kept}…`
}
