// Which days get a label under the chart: evenly apart, as many as fit, the last one always among them; and which lines
// of the scale get one beside it.

export function chooseTicks(count: number, labelsMax: number): number[] {
  if (count === 0) return []
  const step = Math.max(1, Math.ceil(count / Math.max(1, labelsMax)))
  const ticks: number[] = []
  for (let at = count - 1; at >= 0; at -= step) ticks.unshift(at)
  return ticks
}

/** What would read the same as the line below it, because it is rounded, stands there once. */
export function chooseLabels(splits: readonly number[], tell: (value: number) => string): (string | null)[] {
  const labels = splits.map(tell)
  return labels.map((label, at) => (label === labels[at - 1] ? null : label))
}
