// Whether a binding is one that is looked for: each word stands somewhere in what the list shows of it. Pure.

export function fitsText(shown: readonly (string | null | undefined)[], text: string): boolean {
  const line = fold(shown.filter((part) => part != null).join('\n'))
  return fold(text)
    .split(/\s+/)
    .every((word) => line.includes(word))
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
