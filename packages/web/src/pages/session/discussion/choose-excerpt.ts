// What a row of the timeline says, in one line: for the card above its discussion, before the server has said it. Pure.

import { type EventJson, limits } from '@heddle/contract'
import { plainText } from '../../../markdown/plain-text.ts'
import { describeTool } from '../timeline/describe-tool.ts'
import { textIn } from '../timeline/read-payload.ts'

export function chooseExcerpt(row: EventJson): string {
  switch (row.kind) {
    case 'tool.call':
    case 'approval.asked': {
      const { name, object } = describeTool(textIn(row, 'name'), textIn(row, 'arguments'))
      return cut(`${name} ${object}`)
    }
    case 'tool.result':
      return cut(`${textIn(row, 'name')} ${textIn(row, 'output')}`)
    case 'turn.failed':
      return cut(textIn(row, 'message'))
    case 'subagent.spawned':
      return cut(textIn(row, 'task'))
    case 'subagent.finished':
      return plainText(textIn(row, 'result'), limits.anchorExcerptCharsMax)
    default:
      return plainText(textIn(row), limits.anchorExcerptCharsMax)
  }
}

/** What is no Markdown keeps its marks. */
function cut(text: string): string {
  const line = text
    .slice(0, limits.anchorExcerptCharsMax * 4)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= limits.anchorExcerptCharsMax) return line
  return `${line
    .slice(0, limits.anchorExcerptCharsMax - 1)
    .toWellFormed()
    .trimEnd()}…`
}
