// What a look at an account found, in the order in which it is read: what does not work first, and what is good apart. Pure.

import type { ChannelFindingJson } from '@heddle/contract'

export interface SortedFindings {
  bad: number
  weak: number
  /** Bad before weak, each as the platform was looked at. */
  problems: readonly ChannelFindingJson[]
  good: readonly ChannelFindingJson[]
}

export function sortFindings(findings: readonly ChannelFindingJson[]): SortedFindings {
  const of = (wanted: ChannelFindingJson['state']) => findings.filter(({ state }) => state === wanted)
  const [bad, weak] = [of('bad'), of('weak')]
  return { bad: bad.length, weak: weak.length, problems: [...bad, ...weak], good: of('good') }
}
