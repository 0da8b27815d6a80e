// Days as people write them, 2026-11-16, and the milliseconds that they stand for. Pure: no clock, and no zone of the
// machine's.

export const dayMs = 24 * 3_600_000

/** When the day begins in UTC. Counts years from March, so that a leap day is the last of its year. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const marchYear = month > 2 ? year : year - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const sinceMarch = Math.floor((153 * ((month + 9) % 12) + 2) / 5)
  return (marchYear * 365 + leapDays + sinceMarch + date - daysBefore1970) * dayMs
}

/** From the first of March of the year 0 to the first of January 1970, and one because dates begin at 1. */
const daysBefore1970 = 719_469

export function addDays(day: string, count: number): string {
  return writeDay(startOfDay(day) / dayMs + count + daysBefore1970 - 1)
}

/** A moment as machines write it, in UTC: 2026-11-16T09:30:00.000Z. */
export function writeTime(ms: number): string {
  const part = (unitMs: number, units: number, length = 2) =>
    String(Math.floor(ms / unitMs) % units).padStart(length, '0')
  const time = `${part(3_600_000, 24)}:${part(60_000, 60)}:${part(1_000, 60)}.${part(1, 1_000, 3)}`
  return `${writeDay(Math.floor(ms / dayMs) + daysBefore1970 - 1)}T${time}Z`
}

/** The day that lies so many days after the first of March of the year 0. */
function writeDay(days: number): string {
  const era = Math.floor(days / 146_097)
  const inEra = days - era * 146_097
  const yearInEra = Math.floor(
    (inEra - Math.floor(inEra / 1_460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  )
  const inYear = inEra - (365 * yearInEra + Math.floor(yearInEra / 4) - Math.floor(yearInEra / 100))
  const monthFromMarch = Math.floor((5 * inYear + 2) / 153)
  const date = inYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = ((monthFromMarch + 2) % 12) + 1
  const year = era * 400 + yearInEra + (month <= 2 ? 1 : 0)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

/** Which day it is somewhere. `timeZone` is an IANA name. */
export function createDayOf(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }
}
