// What is said of a run that has ended. Pure, and it knows no place: content and destination are decided apart (RTE1).

import { announceSkip, type EventPayloads, limits, noResult, statusWords } from '@heddle/contract'
import { cutMiddle } from '../../agents/tools/fit-output.ts'
import { hideCredentials } from '../../foundation/logging/redact.ts'

export type Announcement = EventPayloads['subagent.finished']

/** All of it as it is told, the figures as the last line. */
export function writeAnnouncement(told: Announcement): string {
  return [writeOutcome(told), ...writeFiles(told), writeStats(told)].join('\n\n')
}

/** With their ids, by which whoever hears of them can hand them on. */
function writeFiles({ attachments = [] }: Announcement): string[] {
  if (attachments.length === 0) return []
  const files = attachments.map(({ id, name, mediaType, bytes }) => {
    return `${id}: ${JSON.stringify(name)} (${mediaType}, ${bytes} bytes)`
  })
  return [`Files: ${files.join('; ')}`]
}

/** The same without the figures. */
export function writeOutcome(told: Announcement): string {
  return [
    `Status: ${told.status} · ${statusWords[told.status]}`,
    `Result: ${told.result}`,
    ...(told.notes === '' ? [] : [`Notes: ${told.notes}`]),
  ].join('\n\n')
}

/** `linkBase`: for who reads it elsewhere than on a page of Heddle. */
export function writeStats({ runtimeMs, usage, sessionKey, sessionId }: Announcement, linkBase = ''): string {
  const { inputTokens, outputTokens, costMicros } = usage
  return [
    `runtime ${writeRuntime(runtimeMs)}`,
    `tokens ${inputTokens} in / ${outputTokens} out / ${inputTokens + outputTokens} total`,
    ...(costMicros === null ? [] : [`cost ${(costMicros / 1_000_000).toFixed(4)}`]),
    `session key ${sessionKey}`,
    `session id ${sessionId}`,
    `transcript ${linkBase}/sessions/${sessionId}`,
  ].join(' · ')
}

/** As `5m12s`. */
export function writeRuntime(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60]
  if (h > 0) return `${h}h${m}m${s}s`
  return m > 0 ? `${m}m${s}s` : `${s}s`
}

export function isSkip(text: string): boolean {
  return text.trim() === announceSkip
}

export interface FoundResult {
  text: string
  from: Announcement['resultFrom']
}

export function fitResult(found: FoundResult): string {
  if (found.from === 'none' || found.text.trim() === '') return noResult
  if (found.from === 'text') return cutMiddle(found.text, limits.announceResultBytesMax)
  // Nobody chose these words to be told.
  const shown = cutMiddle(hideCredentials(found.text), limits.announceToolResultBytesMax)
  return `[No answer was written. The latest tool result:] ${shown}`
}
