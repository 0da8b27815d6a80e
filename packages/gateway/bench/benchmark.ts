// What a benchmark is: it measures, says what it measured against, and which bound holds. A bound is pass or fail; a
// target is only reported.

export interface Figure {
  what: string
  value: number
  unit: string
  /** The same thing done by the baseline, in the same run. */
  baseline?: number
  bound?: Bound
  target?: string
  note?: string
}

export type Bound =
  | { kind: 'at most'; limit: number }
  | { kind: 'at least'; limit: number }
  | { kind: 'ratio at least'; limit: number }
  | { kind: 'ratio at most'; limit: number }

export interface Benchmark {
  name: string
  about: string
  run(progress: (line: string) => void): Promise<Figure[]>
}

export function holds(figure: Figure): boolean {
  const { bound } = figure
  if (!bound) return true
  switch (bound.kind) {
    case 'at most':
      return figure.value <= bound.limit
    case 'at least':
      return figure.value >= bound.limit
    case 'ratio at least':
      return ratio(figure) >= bound.limit
    case 'ratio at most':
      return ratio(figure) <= bound.limit
  }
}

export function ratio(figure: Figure): number {
  return figure.baseline === undefined ? Number.NaN : figure.value / figure.baseline
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('there is no median of nothing')
  return middle
}

/** The value below which that part of them lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('there is no quantile of nothing')
  return found
}
