// How long to wait before a server is tried again: longer each time, and not all at the same moment. Pure.

import { limits } from '@heddle/contract'

/** `failures`: one for the first. `fraction`: at least 0, below 1. */
export function chooseRetryWait(failures: number, fraction: number): number {
  const doubled = limits.mcpRetryMsMin * 2 ** Math.min(failures - 1, 20)
  const most = Math.min(doubled, limits.mcpRetryMsMax)
  return Math.round(most * (0.75 + fraction / 4))
}
