// Runs of a tree as a frame of limited size: a snapshot of it, or a hint about those that changed. What does not fit is
// said to be missing, and comes with the next hint or by page.

import type { RunJson } from '@heddle/contract'

export interface EncodedRuns {
  frame: Buffer
  /** How many of them it holds, from the first. */
  held: number
}

/** `isMore`: there are others besides these. */
export function encodeTree(
  scope: string,
  runs: readonly RunJson[],
  isMore: boolean,
  frameBytesMax: number,
): EncodedRuns {
  const head = `{"type":"snap","scope":${JSON.stringify(scope)},"seq":0,"state":{"items":[`
  const { items, held } = fit(runs, frameBytesMax - Buffer.byteLength(head) - spare)
  const isCut = isMore || held < runs.length
  return { frame: Buffer.from(`${head}${items}]${isCut ? ',"truncated":true' : ''}},"events":[]}`), held }
}

export function encodeChanges(
  scope: string,
  runs: readonly RunJson[],
  removed: readonly string[],
  frameBytesMax: number,
): EncodedRuns {
  const head = `{"type":"eph","scope":${JSON.stringify(scope)},"kind":"runs.changed","removed":${JSON.stringify(removed)},"items":[`
  const { items, held } = fit(runs, frameBytesMax - Buffer.byteLength(head) - spare)
  return { frame: Buffer.from(`${head}${items}]}`), held }
}

/** For what closes the frame. */
const spare = 64

function fit(runs: readonly RunJson[], bytesMax: number): { items: string; held: number } {
  const kept: string[] = []
  let bytes = 0
  for (const run of runs) {
    const text = JSON.stringify(run)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > bytesMax) break
    kept.push(text)
  }
  return { items: kept.join(','), held: kept.length }
}
