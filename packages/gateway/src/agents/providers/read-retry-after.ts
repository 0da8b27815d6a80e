// How long a server asks to wait: the Retry-After header in seconds or as an HTTP date, and the finer headers that some
// model servers send beside it.

const waitMsMax = 24 * 3_600_000

/** Undefined when the headers say nothing that makes sense. Names of headers in lower case. */
export function readRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const inMs = readNumber(headers['retry-after-ms'])
  if (inMs !== undefined) return clamp(inMs)
  const text = headers['retry-after']
  const seconds = readNumber(text)
  if (seconds !== undefined) return clamp(seconds * 1_000)
  const at = text === undefined ? undefined : readHttpDate(text)
  return at === undefined ? undefined : clamp(at - now)
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
}

/** A wait of a year would be a mistake of the server's, or of its clock. */
function clamp(ms: number): number {
  return Math.min(waitMsMax, Math.max(0, Math.ceil(ms)))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "Sun, 06 Nov 1994 08:49:37 GMT", the one form of a date that servers may still send. */
function readHttpDate(text: string): number | undefined {
  const match = /^\s*\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT\s*$/.exec(text)
  if (!match) return undefined
  const [, day = '', monthName = '', year = '', hour = '', minute = '', second = ''] = match
  const month = months.indexOf(monthName.toLowerCase())
  if (month < 0) return undefined
  const days = daysSince1970(Number(year), month + 1, Number(day))
  return ((days * 24 + Number(hour)) * 60 + Number(minute)) * 60_000 + Number(second) * 1_000
}

// Counts years from March, so that the leap day is the last of its year.
function daysSince1970(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}
