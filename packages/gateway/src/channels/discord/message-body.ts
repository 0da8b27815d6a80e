// What a request that says or changes something carries, whichever voice it is said by. Pure.

import type { Button, OutboundMessage } from '../channel.ts'
import { cutText } from './cut-text.ts'
import type { FilesToSend } from './outbound-files.ts'

const buttonsPerRowMax = 5
const rowsMax = 5
const labelCharsMax = 80
const calledMax = 100
const embedCharsMax = 4_000
const contentCharsMax = 2_000
const styles = { plain: 2, good: 3, danger: 4 } as const

/** `text`: as that voice says it. */
export function bodyOf({ buttons, mentions }: OutboundMessage, text: string) {
  return {
    content: text,
    // Nobody else is called, whatever stands in the text (DLV6).
    allowed_mentions: { parse: [], users: mentions.slice(0, calledMax) },
    components: rowsOf(buttons),
  }
}

/** `text`: as that voice says it. */
export function filesOf({ files, missing }: FilesToSend, text: string) {
  const attached = files.length > 0 && {
    attachments: files.map(({ name }, i) => ({ id: String(i), filename: name })),
  }
  if (missing.length === 0) return { ...attached }
  const lines = missing.join('\n')
  // Where there is a text it is as long as it may be already; where there is none, they are all that is said.
  if (text.trim() === '') return { ...attached, content: cutText(lines, contentCharsMax) }
  return { ...attached, embeds: [{ description: cutText(lines, embedCharsMax) }] }
}

function rowsOf(buttons: readonly Button[]) {
  const rows: { type: 1; components: object[] }[] = []
  for (const { token, text, style } of buttons.slice(0, buttonsPerRowMax * rowsMax)) {
    const last = rows.at(-1)
    const row =
      last && last.components.length < buttonsPerRowMax ? last : { type: 1 as const, components: [] }
    if (row !== last) rows.push(row)
    row.components.push({
      type: 2,
      style: styles[style],
      label: cutText(text, labelCharsMax),
      custom_id: token,
    })
  }
  return rows
}
