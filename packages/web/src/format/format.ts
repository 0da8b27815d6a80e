// How times, waits and counts are written. Made once per reader from their language and time zone.

import { strings } from '../strings.ts'

export interface Format {
  /** "3 minutes ago", "in 2 days"; a date once it is further than a month. */
  ago(iso: string): string
  /** Of what is to come: "now", "in 40 seconds", "14:05"; with its date where that is another day. */
  soon(iso: string): string
  day(iso: string): string
  /** "14 Mar 2026, 14:05", in the reader's time zone. */
  exact(iso: string): string
  clock(at: number): string
  /** "4 minutes", rounded up, because it says how long to wait at most. */
  wait(ms: number): string
  /** "0.4s", "12s", "4m 10s", "2h 5m": how long something took. */
  took(ms: number): string
  /** "Today", "Yesterday", "Monday, 9 November 2026": the day as a heading. */
  heading(iso: string): string
  hours(count: number): string
  count(value: number): string
  /** "1.2K", where there is no room for every digit. */
  short(value: number): string
  /** Millionths of whatever the price list is in: two digits behind the point, four below one. No sign is made up. */
  money(micros: number): string
  /** Of a part between 0 and 1. */
  percent(part: number): string
  /** A day of the calendar, "2026-03-14", whatever the reader's time zone. */
  calendarDay(day: string): string
  /** The same in a few letters, for an axis. */
  shortDay(day: string): string
  /** Today where the reader is, as "2026-03-14". */
  today(): string
  /** Of a file: "2.4 MB". */
  size(bytes: number): string
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
  const date = (how: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, how))
  const digits = (how: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, how))
  const dayFormat = date({ dateStyle: 'medium', ...zone })
  const exactFormat = date({ dateStyle: 'medium', timeStyle: 'short', ...zone })
  const headingFormat = date({ dateStyle: 'full', ...zone })
  const clockFormat = date({ timeStyle: 'short', ...zone })
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const number = digits({})
  const shortNumber = digits({ notation: 'compact', maximumFractionDigits: 1 })
  const percentNumber = digits({ style: 'percent', maximumFractionDigits: 0 })
  const calendar = date({ dateStyle: 'medium', timeZone: 'UTC' })
  const shortCalendar = date({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  // The one English in which a date is written as ISO writes it.
  const isoDay = once(
    () => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...zone }),
  )
  const largeMoney = digits({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const smallMoney = digits({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
  const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)

  return {
    ago(iso) {
      const distance = Date.parse(iso) - now()
      const size = Math.abs(distance)
      if (size < minute) return relative().format(0, 'second')
      if (size < hour) return relative().format(Math.trunc(distance / minute), 'minute')
      if (size < day) return relative().format(Math.trunc(distance / hour), 'hour')
      if (size < 30 * day) return relative().format(Math.trunc(distance / day), 'day')
      return dayFormat().format(new Date(iso))
    },
    soon(iso) {
      const distance = Date.parse(iso) - now()
      if (distance <= 0) return relative().format(0, 'second')
      if (distance < minute) return relative().format(Math.ceil(distance / 1000), 'second')
      const at = new Date(iso)
      const isToday = dayFormat().format(at) === dayFormat().format(now())
      return (isToday ? clockFormat() : exactFormat()).format(at)
    },
    day: (iso) => dayFormat().format(new Date(iso)),
    exact: (iso) => exactFormat().format(new Date(iso)),
    clock: (at) => clockFormat().format(new Date(at)),
    wait(ms) {
      if (ms <= 90_000) return unit(Math.max(1, Math.ceil(ms / 1000)), 'second')
      if (ms <= 90 * minute) return unit(Math.ceil(ms / minute), 'minute')
      return unit(Math.ceil(ms / hour), 'hour')
    },
    took,
    heading(iso) {
      const then = headingFormat().format(new Date(iso))
      if (then === headingFormat().format(new Date(now()))) return strings.session.timeline.today
      const isYesterday = then === headingFormat().format(new Date(now() - day))
      return isYesterday ? strings.session.timeline.yesterday : then
    },
    hours: (count) => (count >= 24 && count % 24 === 0 ? unit(count / 24, 'day') : unit(count, 'hour')),
    count: (value) => number().format(value),
    short: (value) => shortNumber().format(value),
    money(micros) {
      const value = micros / 1_000_000
      return (Math.abs(value) < 1 ? smallMoney() : largeMoney()).format(value)
    },
    percent: (part) => percentNumber().format(part),
    calendarDay: (day) => calendar().format(new Date(`${day}T00:00:00.000Z`)),
    shortDay: (day) => shortCalendar().format(new Date(`${day}T00:00:00.000Z`)),
    today: () => isoDay().format(now()),
    size(bytes) {
      const [value, name] = chooseSize(bytes)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: name,
        unitDisplay: name === 'byte' ? 'long' : 'short',
        maximumFractionDigits: value < 10 ? 1 : 0,
      }).format(value)
    },
    isPast: (iso) => Date.parse(iso) <= now(),
  }
}

/** The browser takes its time to make a format, so each is made when it is first used. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function took(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`
  if (ms < minute) return `${Math.round(ms / 1000)}s`
  if (ms < hour) return `${Math.floor(ms / minute)}m ${Math.floor((ms % minute) / 1000)}s`
  return `${Math.floor(ms / hour)}h ${Math.floor((ms % hour) / minute)}m`
}

/** By 1,024, as limits are counted: a file of exactly 25 MB must not be said to have 26. */
function chooseSize(bytes: number): [number, 'byte' | 'kilobyte' | 'megabyte'] {
  if (bytes < 1_024) return [bytes, 'byte']
  return bytes < 1_048_576 ? [bytes / 1_024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
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
