// What running tools put out so far: the end of it, as the server last said. Pure. It is never told twice and stands
// nowhere, so a snapshot begins anew; the whole comes with the result.

import type { ServerFrame } from '@heddle/contract'
import { progressChange } from './live.at-build.ts'

/** By the id of the call's event. */
export type ToolProgress = ReadonlyMap<string, string>

export const noProgress: ToolProgress = new Map()

export function applyProgress(before: ToolProgress, frame: ServerFrame): ToolProgress {
  switch (frame.type) {
    case 'snap':
      return noProgress
    case 'eph': {
      if (frame.kind !== 'progress') return before
      const { data } = progressChange.safeParse(frame)
      return data ? new Map(before).set(data.eventId, data.text) : before
    }
    case 'ev':
      if (frame.kind === 'turn.finished' || frame.kind === 'turn.failed') return noProgress
      return frame.kind === 'tool.result' ? without(before, frame.causedBy) : before
    default:
      return before
  }
}

function without(before: ToolProgress, eventId: string | undefined): ToolProgress {
  if (eventId === undefined || !before.has(eventId)) return before
  const left = new Map(before)
  left.delete(eventId)
  return left
}
