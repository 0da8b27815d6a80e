// The days of a report, in someone's time zone, and the hours of UTC that belong to each. Pure.
//
// An hour belongs to the day in which it begins. Where a zone is not a whole number of hours from UTC, the hour around
// midnight is cut by it and counts as the day before: what is kept is kept by the hour.

import { badField, limits } from '@heddle/contract'
import { addDays, createDayOf, dayMs, startOfDay } from './calendar-day.ts'
import { hourMs } from './count-usage.ts'

export interface UsageDays {
  from: string
  to: string
  days: string[]
  /** The first hour of each day, and of the one after the last. */
  starts: number[]
}

const defaultDays = 30
/** Nothing was counted before, and calendars of long ago are another matter. */
const firstDay = '2000-01-01'

export function chooseUsageDays(
  asked: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: number,
): UsageDays {
  const dayOf = createDayOf(zone)
  const today = dayOf(now)
  const to = asked.to ?? today
  judge('to', to, today, zone)
  const from = asked.from ?? later(addDays(to, 1 - defaultDays), firstDay)
  judge('from', from, today, zone)
  if (from > to) throw badField('from', `is after to, ${to}`, to)
  const count = (startOfDay(to) - startOfDay(from)) / dayMs + 1
  if (count > limits.usageDaysMax) {
    const nearest = addDays(to, 1 - limits.usageDaysMax)
    throw badField('from', `makes ${count} days; a report has at most ${limits.usageDaysMax}`, nearest)
  }
  const days = Array.from({ length: count }, (_, i) => addDays(from, i))
  const starts = [...days, addDays(to, 1)].map((day) => firstHourOf(day, dayOf))
  return { from, to, days, starts }
}

function judge(field: 'from' | 'to', day: string, today: string, zone: string): void {
  if (day > today) throw badField(field, `is in the future; today is ${today} in ${zone}`, today)
  if (day < firstDay) throw badField(field, `must be ${firstDay} or later`, firstDay)
}

/** No zone is further from UTC than this. */
const offsetMaxMs = 15 * hourMs

/** Local days never go back, so the first hour that is not before the day is where it begins. */
function firstHourOf(day: string, dayOf: (ms: number) => string): number {
  let low = startOfDay(day) - offsetMaxMs
  let high = startOfDay(day) + offsetMaxMs
  while (low < high) {
    const middle = low + Math.floor((high - low) / hourMs / 2) * hourMs
    if (dayOf(middle) < day) low = middle + hourMs
    else high = middle
  }
  return low
}

function later(a: string, b: string): string {
  return a > b ? a : b
}
