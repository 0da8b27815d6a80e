// What is told of a run's end in a place outside. Pure, and it knows no place (RTE1).

import type { Announcement } from '../../sessions/sessions.ts'
import { writeOutcome, writeStats } from '../../sessions/subagents/write-announcement.ts'

export interface ToldCompletion {
  text: string
  /** Stands behind the last part, and is never split off: its last line is the figures (SUB9). */
  footer: string
}

/** In its own place: the answer itself, and how one goes on there. */
export function writeBoundCompletion(
  told: Announcement,
  { answer, isEnding, linkBase }: { answer: string | null; isEnding: boolean; linkBase: string },
): ToldCompletion {
  const text = told.status === 'success' && answer !== null ? answer : writeOutcome(told)
  const stats = writeStats(told, linkBase)
  return { text, footer: isEnding ? `${goOn}\n${stats}` : stats }
}

/** Where it was asked for. `lost`: what its own place said when it took it no more. */
export function writeAnnounced(told: Announcement, linkBase: string, lost?: string): ToldCompletion {
  const outcome = writeOutcome(told)
  const text = lost === undefined ? outcome : `${outcome}\n\n${writeLost(lost)}`
  return { text, footer: writeStats(told, linkBase) }
}

/** `detail` is what the platform said. */
export function writeLost(detail: string): string {
  return `Its own conversation took this no more${detail === '' ? '' : ` (${detail})`}, so it is told here.`
}

const goOn = 'Done. Write here to go on with it.'
