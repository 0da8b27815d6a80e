// Counts and cuts lines without taking a long text apart.

export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

export function firstLines(text: string, count: number): string {
  let at = -1
  for (let line = 0; line < count; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text
  }
  return text.slice(0, at)
}
