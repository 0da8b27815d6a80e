// How long to wait before the next attempt to connect: half a second, doubled each time up to half a minute, and of
// that a random part, so that a restarted server is not met by everybody at once. There is no last attempt.

const firstMs = 500
const longestMs = 30_000

export function chooseDelayMs(failures: number, chance: number): number {
  return Math.floor(chance * Math.min(longestMs, firstMs * 2 ** Math.min(failures, 16)))
}
