// Days of the calendar as texts, "2026-03-14". Counted in UTC, where every day has 24 hours, so that the change to
// summer time neither skips nor repeats one.

const dayMs = 24 * 3_600_000

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00.000Z`)
  // The 30th of February would roll over to March.
  return !Number.isNaN(at) && dayAt(at) === text
}

export function addDays(day: string, count: number): string {
  return dayAt(startOf(day) + count * dayMs)
}

/** Both included. */
export function countDays(from: string, to: string): number {
  return (startOf(to) - startOf(from)) / dayMs + 1
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}

function dayAt(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
