// JSON on one line, also for a reader that takes the rarer line separators for line ends.

const lineEnds = /[\u0085\u2028\u2029]/g

export function writeJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    lineEnds,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
