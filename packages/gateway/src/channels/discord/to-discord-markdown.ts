// Markdown in Discord's dialect: what it shows stays character by character, what it does not know is written so that it
// reads well there. What stands in code is left alone. Pure.

import { readTable, type Table, tableBlock } from './table-block.ts'

interface Reading {
  lines: readonly string[]
  at: number
  out: string[]
}

export function toDiscordMarkdown(markdown: string): string {
  const reading: Reading = { lines: markdown.split('\n'), at: 0, out: [] }
  while (reading.at < reading.lines.length) {
    const line = reading.lines[reading.at] ?? ''
    const fence = readFence(line)
    const table = fence ? undefined : readTable(reading.lines, reading.at)
    if (fence) takeCode(reading, fence)
    else if (table) takeTable(reading, table)
    else takeLine(reading, line)
  }
  return reading.out.join('\n')
}

interface OpenFence {
  indent: string
  mark: string
  info: string
}

/** Marks that open no block elsewhere: on Discord three in a row do, wherever they stand. */
const splitFence = '`\u200b`\u200b`'

const fenceLine = /^(\s*)(`{3,}|~{3,})(.*)$/

function readFence(line: string): OpenFence | undefined {
  const [, indent = '', mark = '', info = ''] = fenceLine.exec(line) ?? []
  // Marks with such a sign behind them are code within a line.
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { indent, mark, info }
}

/** Discord knows one kind of fence: three backticks, at the beginning of a line, with one word behind them. */
function takeCode(reading: Reading, { indent, mark, info }: OpenFence): void {
  reading.out.push(`\`\`\`${/^[\w+#.-]+/.exec(info.trim())?.[0] ?? ''}`)
  reading.at++
  while (reading.at < reading.lines.length) {
    const line = reading.lines[reading.at++] ?? ''
    const [, , closing = '', rest = ''] = fenceLine.exec(line) ?? []
    if (closing[0] === mark[0] && closing.length >= mark.length && rest.trim() === '') {
      reading.out.push('```')
      return
    }
    const inner = line.startsWith(indent) ? line.slice(indent.length) : line
    reading.out.push(inner.replaceAll('```', splitFence))
  }
}

function takeTable(reading: Reading, table: Table): void {
  reading.out.push(...tableBlock(table))
  reading.at += table.lines
}

function takeLine(reading: Reading, line: string): void {
  const next = reading.lines[reading.at + 1] ?? ''
  reading.at++
  const underlined = isPlainText(line) ? /^ {0,3}(=+|-+)\s*$/.exec(next)?.[1] : undefined
  if (underlined !== undefined) {
    reading.at++
    reading.out.push(`${underlined.startsWith('=') ? '#' : '##'} ${inLine(line.trim())}`)
    return
  }
  reading.out.push(blockMarks(line))
}

/** A line that can have a heading's underline below it. */
function isPlainText(line: string): boolean {
  return line.trim() !== '' && !/^\s*([-*+>#|]|\d+[.)]\s)/.test(line)
}

const rule = '──────────'

function blockMarks(line: string): string {
  if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return rule
  const heading = /^ {0,3}#{4,6}\s+(.*)$/.exec(line)
  if (heading) return boldLine(inLine(withoutClosing(heading[1] ?? '')))
  const quote = /^ {0,3}((?:>\s?)+)(.*)$/.exec(line)
  if (quote) return `> ${blockMarks(quote[2] ?? '')}`
  const item = /^(\s*)(?:([-*+])|(\d{1,9})[.)])(\s+)(?:\[([ xX])\]\s+)?(.*)$/.exec(line)
  if (!item) return inLine(line)
  const [, indent = '', bullet, number, gap = ' ', box, text = ''] = item
  const mark = bullet === undefined ? `${number}.` : bullet === '+' ? '-' : bullet
  const ticked = box === undefined ? '' : box === ' ' ? '☐ ' : '☑ '
  return `${indent}${mark}${gap}${ticked}${inLine(text)}`
}

/** Signs at the end of a heading that mirror those at its beginning. By hand: an expression for it takes long for hostile lines. */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

function boldLine(text: string): string {
  const plain = text.replaceAll('**', '').trim()
  return plain === '' ? '' : `**${plain}**`
}

/** Code within a line, with as many marks on both sides. */
const inlineCode = /(?<!`)(`{1,20})(?!`)(.{1,2000}?)(?<!`)\1(?!`)/g

/** What stands between code. */
function inLine(line: string): string {
  let written = ''
  let from = 0
  for (const { index, 0: code } of line.matchAll(inlineCode)) {
    written += plainSigns(line.slice(from, index)) + code
    from = index + code.length
  }
  return written + plainSigns(line.slice(from))
}

// Bounded, as all that is looked for within a line: hostile ones must not take longer than their length.
const image = /(?<!\\)!\[([^\]\n]{0,300})\]\( ?<?([^\s)>]{1,500})>?(?: ["'(][^\n]{0,300}?["')])? ?\)/g
/** Bold elsewhere, underlined on Discord. */
const doubleUnderscore = /(?<![\w\\_])__(?=[^\s_])(.{1,300}?)(?<=[^\s_\\])__(?![\w_])/g

function plainSigns(text: string): string {
  return text
    .replaceAll(image, (_, alt: string, address: string) => imageLink(alt.trim(), address))
    .replaceAll(doubleUnderscore, '**$1**')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll('```', splitFence)
}

/** What Discord cannot reach is not worth a link. */
function imageLink(alt: string, address: string): string {
  if (!/^https?:\/\//i.test(address)) return alt === '' ? address : alt
  return alt === '' ? address : `[${alt}](${address})`
}
