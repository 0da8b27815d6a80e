// Moments in words for people who may sit anywhere: in UTC, to the second.

import { writeTime } from '../../../sessions/usage/calendar-day.ts'

export function tellMoment(ms: number): string {
  return `${writeTime(ms).slice(0, 10)} ${tellTimeOfDay(ms)} UTC`
}

export function tellTimeOfDay(ms: number): string {
  return writeTime(ms).slice(11, 19)
}
