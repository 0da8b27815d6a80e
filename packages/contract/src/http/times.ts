// A moment as it travels: ISO 8601 in UTC.

import { z } from 'zod'

export const time = z.iso.datetime()

/** In milliseconds since 1970; undefined for what is no moment. */
export function readTime(written: string | undefined): number | undefined {
  const ms = Date.parse(written ?? '')
  return Number.isNaN(ms) ? undefined : ms
}
