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
  if (at !== undefined) return clamp(at - now)
  const resets = resetsIn(headers, now)
  return resets.length === 0 ? undefined : clamp(Math.max(...resets))
}

/** Of each limit that is used up, when it begins anew: as OpenAI, Anthropic and OpenRouter say it. */
function resetsIn(headers: Readonly<Record<string, string | undefined>>, now: number): number[] {
  return Object.entries(headers).flatMap(([name, value = '']) => {
    if (!/^(?:x|anthropic)-ratelimit-(?:.*-)?reset(?:-.*)?$/.test(name)) return []
    const left = headers[name.replace('reset', 'remaining')]
    if (left !== undefined && left.trim() !== '0') return []
    const ms = readDuration(value) ?? readMoment(value, now)
    return ms === undefined ? [] : [ms]
  })
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** "6m0s", "120ms". */
function readDuration(text: string): number | undefined {
  if (!/^\s*(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h|d))+\s*$/.test(text)) return undefined
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h|d)/g)]
  return parts.reduce((sum, [, count = '', unit = '']) => sum + Number(count) * (unitsMs[unit] ?? 0), 0)
}

/** "2026-11-16T09:30:00Z", or milliseconds since 1970. */
function readMoment(text: string, now: number): number | undefined {
  const match = /^\s*(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?Z\s*$/.exec(text)
  if (match) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
    return atTime(daysSince1970(year, month, day), hour, minute, second) - now
  }
  const at = readNumber(text)
  return at !== undefined && at > 1e12 ? at - now : undefined
}

function atTime(days: number, hour: number, minute: number, second: number): number {
  return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,13}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
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
  return atTime(days, Number(hour), Number(minute), Number(second))
}

// Counts years from March, so that the leap day is the last of its year.
function daysSince1970(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}
