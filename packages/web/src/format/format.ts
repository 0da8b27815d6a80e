// How times, waits and counts are written. Made once per reader from their language and time zone.

export interface Format {
  /** "3 minutes ago", "in 2 days"; a date once it is further than a month. */
  ago(iso: string): string
  day(iso: string): string
  /** "14 Mar 2026, 14:05", in the reader's time zone. */
  exact(iso: string): string
  clock(at: number): string
  /** "4 minutes", rounded up, because it says how long to wait at most. */
  wait(ms: number): string
  hours(count: number): string
  count(value: number): string
  isPast(iso: string): boolean
}

export interface FormatDeps {
  locale: string
  timeZone: string | undefined
  now(): number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function createFormat({ locale, timeZone, now }: FormatDeps): Format {
  const zone = timeZone === undefined ? {} : { timeZone }
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone })
  const exactFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)

  return {
    ago(iso) {
      const distance = Date.parse(iso) - now()
      const size = Math.abs(distance)
      if (size < minute) return relative.format(0, 'second')
      if (size < hour) return relative.format(Math.trunc(distance / minute), 'minute')
      if (size < day) return relative.format(Math.trunc(distance / hour), 'hour')
      if (size < 30 * day) return relative.format(Math.trunc(distance / day), 'day')
      return dayFormat.format(new Date(iso))
    },
    day: (iso) => dayFormat.format(new Date(iso)),
    exact: (iso) => exactFormat.format(new Date(iso)),
    clock: (at) => clockFormat.format(new Date(at)),
    wait(ms) {
      if (ms <= 90_000) return unit(Math.max(1, Math.ceil(ms / 1000)), 'second')
      if (ms <= 90 * minute) return unit(Math.ceil(ms / minute), 'minute')
      return unit(Math.ceil(ms / hour), 'hour')
    },
    hours: (count) => (count >= 24 && count % 24 === 0 ? unit(count / 24, 'day') : unit(count, 'hour')),
    count: (value) => number.format(value),
    isPast: (iso) => Date.parse(iso) <= now(),
  }
}

/** The interface speaks English; the reader's own English, if they have one, decides how a date looks. */
export function chooseLocale(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB'
}

/** A zone this browser does not know must not break every time on the page. */
export function knownTimeZone(zone: string | null): string | undefined {
  if (zone === null) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
