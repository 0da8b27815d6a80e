// Times as Discord writes them, near enough: in UTC, to the millisecond.

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
