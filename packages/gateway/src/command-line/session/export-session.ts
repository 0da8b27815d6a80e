// Writes a session out page by page, so that a long one needs no more memory than a short one.

import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { writeMarkdownEvent, writeMarkdownHead } from './write-markdown.ts'

export const exportFormats = ['jsonl', 'markdown'] as const
export type ExportFormat = (typeof exportFormats)[number]

export interface ExportSource {
  session: WholeSessionJson
  /** Events after that place, in order; `next` while there are more. */
  page(after: number): Promise<{ items: EventJson[]; next?: number }>
}

export interface ExportTarget {
  /** One event as JSON, on a line of its own. */
  json(event: EventJson): void
  text(text: string): void
  /** False once nobody reads any more. */
  isOpen(): boolean
}

/** Says how many events it wrote. */
export async function exportSession(
  source: ExportSource,
  target: ExportTarget,
  format: ExportFormat,
): Promise<number> {
  let count = 0
  let after: number | undefined = 0
  if (format === 'markdown') target.text(writeMarkdownHead(source.session))
  while (after !== undefined && target.isOpen()) {
    const { items, next }: { items: EventJson[]; next?: number } = await source.page(after)
    for (const event of items) {
      if (format === 'jsonl') target.json(event)
      else target.text(writeMarkdownEvent(event))
    }
    count += items.length
    after = next
  }
  return count
}
