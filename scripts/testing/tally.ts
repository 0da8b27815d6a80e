// What a run of tests came to. The closing line is read by machines: its form is fixed.

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export const nothingRun: Tally = { passed: 0, failed: 0, skipped: 0 }

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    nothingRun,
  )
}

export function closingLine(tally: Tally): string {
  const line = `${tally.passed} passed, ${tally.failed} failed`
  return tally.skipped === 0 ? line : `${line}, ${tally.skipped} skipped`
}
