// Markdown in Discord's dialect: what it shows stays character by character, what it does not know is written so that it
// reads well there. What stands in code is left alone. Pure.

import { type CodeBlock, readCode } from '@heddle/contract/long-text/read-code'
import { readTable, type Table, tableBlock } from './table-block.ts'

export function toDiscordMarkdown(markdown: string): string {
  const out: string[] = []
  let from = 0
  for (const block of readCode(markdown)) {
    if (block.begin > from) out.push(...writeText(markdown.slice(from, block.begin - 1)))
    out.push(...writeCode(block))
    from = block.end
  }
  // The line break at the end of a block is the one between two of these.
  if (from < markdown.length || from === 0 || markdown.endsWith('\n')) {
    out.push(...writeText(markdown.slice(from)))
  }
  return out.join('\n')
}

/** Marks that open no block elsewhere: on Discord three in a row do, wherever they stand. */
const splitFence = '`\u200b`\u200b`'

/**
 * Discord knows one kind of fence: three backticks, at the beginning of a line or of a quote's line, with one word behind
 * them. In a list there is none; of its marks, the number of an item is worth a line of its own.
 */
function writeCode(block: CodeBlock): string[] {
  const { containers, line } = block
  const { info, lines } = readInner(block)
  const isNumber = (mark: string) => /^\d/.test(mark)
  const numbers = containers.filter(({ mark, line: opened }) => opened === line && isNumber(mark))
  // What nothing closes goes on up to where the list ends, empty lines and all.
  const isOpen = block.fence !== undefined && block.fence.closedAt === undefined
  const end = isOpen ? lines.findLastIndex((inner) => inner.trim() !== '') + 1 : lines.length
  const written = [
    ...numbers.map(({ mark }) => `${mark.slice(0, -1)}.`),
    `\`\`\`${/^[\w+#.-]+/.exec(info)?.[0] ?? ''}`,
    ...lines.slice(0, end).map((inner) => inner.replaceAll('```', splitFence)),
    '```',
    ...lines.slice(end),
  ]
  const isQuoted = containers.some(({ kind }) => kind === 'quote')
  return isQuoted ? written.map((inner) => `> ${inner}`) : written
}

const fenceLine = /^(\s*)(`{3,}|~{3,})([^`]*)$/

/** A fence that is indented so far that it is code itself was meant as one. */
function readInner({ content, fence }: CodeBlock): { info: string; lines: string[] } {
  const lines = content.replace(/\n$/, '').split('\n')
  if (fence) return { info: fence.info.trim(), lines: content === '' ? [] : lines }
  const [, indent = '', mark = '', info = ''] = fenceLine.exec(lines[0] ?? '') ?? []
  const isFence = mark !== '' && lines.length > 1 && lines.at(-1)?.trim() === mark
  if (!isFence) return { info: '', lines }
  const inner = lines.slice(1, -1)
  return {
    info: info.trim(),
    lines: inner.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)),
  }
}

interface Reading {
  lines: readonly string[]
  at: number
  out: string[]
}

/** What stands between code. */
function writeText(text: string): string[] {
  const reading: Reading = { lines: text.split('\n'), at: 0, out: [] }
  while (reading.at < reading.lines.length) {
    const table = readTable(reading.lines, reading.at)
    if (table) takeTable(reading, table)
    else takeLine(reading, reading.lines[reading.at] ?? '')
  }
  return reading.out
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

/** What stands between code within it. */
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
