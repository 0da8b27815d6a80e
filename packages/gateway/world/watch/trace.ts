// What happened, in order, as one number: two runs of a seed must give the same. The last lines are kept to be shown
// with a failure.

export interface Trace {
  note(line: string): void
  /** Part of the number, but nothing to be shown. */
  add(text: string): void
  hash(): string
  tail(): string[]
}

const tailLines = 60

export function createTrace(onLine?: (line: string) => void): Trace {
  const lines: string[] = []
  let high = 0x811c9dc5
  let low = 0x9e3779b9

  function add(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13)
    }
  }

  return {
    add,
    note(line) {
      onLine?.(line)
      add(line)
      if (lines.push(line) > tailLines * 2) lines.splice(0, tailLines)
    },
    hash: () => `${hex(high)}${hex(low)}`,
    tail: () => lines.slice(-tailLines),
  }
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
