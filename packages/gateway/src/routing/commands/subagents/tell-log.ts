// What was said and done in a sub-agent's session last, in lines for people.

import { limits } from '@heddle/contract'
import { cutMiddle } from '../../../agents/tools/fit-output.ts'
import { redactText } from '../../../foundation/logging/redact.ts'
import type { LogEvent } from '../../../sessions/sessions.ts'
import { tellTimeOfDay } from './tell-moment.ts'

const rowCharsMax = 2_000

export function tellLog(
  events: readonly LogEvent[],
  { limit, withTools }: { limit: number; withTools: boolean },
): { text: string; told: LogEvent[] } {
  const rows: string[] = []
  const told: LogEvent[] = []
  let chars = 0
  for (const event of events.toReversed()) {
    const row = tellRow(event, withTools)
    if (row === undefined) continue
    chars += row.length
    if (rows.length >= limit || chars > limits.historyCharsMax) break
    rows.push(row)
    told.push(event)
  }
  const text = rows.length === 0 ? 'Nothing has been said there yet.' : rows.reverse().join('\n')
  return { text, told }
}

function tellRow(event: LogEvent, withTools: boolean): string | undefined {
  const { payload } = event
  const line = (text: string) =>
    `${tellTimeOfDay(event.createdAt)} ${text.trimEnd().replaceAll('\n', '\n  ')}`
  const fit = (field: string) => cutMiddle(redactText(String(payload[field] ?? '')), rowCharsMax)
  if (event.isRedacted) return line(`${event.actor.name}: (redacted)`)
  switch (event.kind) {
    case 'message.user':
    case 'message.agent':
      return payload['state'] === 'dropped' ? undefined : line(`${event.actor.name}: ${fit('text')}`)
    case 'tool.call':
      return withTools ? line(`→ ${fit('name')} ${fit('arguments')}`) : undefined
    case 'tool.result': {
      const how = payload['isError'] === true ? ' failed' : ''
      return withTools ? line(`← ${fit('name')}${how}: ${fit('output')}`) : undefined
    }
    case 'subagent.spawned':
      return line(`gave a task to ${fit('label') || fit('runId')}: ${fit('task')}`)
    case 'subagent.finished':
      return line(`${fit('label') || fit('runId')} ended (${fit('status')}): ${fit('result')}`)
    case 'turn.failed':
      return line(`The turn failed: ${fit('message')}`)
    default:
      return undefined
  }
}
