// What a round of killing tells.

export interface RoundResult {
  acknowledged: number
  /** Sentences about what did not hold; none is what we want. */
  breaches: string[]
}

export interface RoundKind {
  name: string
  /** Kills once, starts again, and looks at what is left. */
  round(): Promise<RoundResult>
  /** What happened in all of them so far, in numbers. */
  figures?(): Readonly<Record<string, number>>
  /** What so many rounds should have brought about, and have not. */
  lacking?(rounds: number): string[]
  close(): Promise<void>
}

export function between(least: number, most: number): number {
  return least + Math.random() * (most - least)
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
