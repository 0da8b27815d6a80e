// Tables, which Discord does not know, as a block of code with aligned columns. Pure.

export interface Table {
  /** The first row is the head. */
  rows: readonly (readonly string[])[]
  alignments: readonly Alignment[]
  /** How many lines of the source it takes. */
  lines: number
}

type Alignment = 'left' | 'right' | 'center'

const delimiterCell = /^:?-+:?$/
const rowsMax = 500

/** Undefined: no table begins here. */
export function readTable(lines: readonly string[], at: number): Table | undefined {
  const [head, delimiters] = [lines[at] ?? '', lines[at + 1] ?? '']
  if (!head.includes('|') || !delimiters.includes('-')) return undefined
  const marks = cellsOf(delimiters)
  const names = cellsOf(head)
  if (marks.length !== names.length || !marks.every((mark) => delimiterCell.test(mark))) return undefined
  if (marks.length === 1 && !delimiters.includes('|')) return undefined
  const rows = [names]
  let next = at + 2
  while (rows.length < rowsMax && next < lines.length && isRow(lines[next] ?? '')) {
    const cells = cellsOf(lines[next++] ?? '')
    rows.push(names.map((_, column) => cells[column] ?? ''))
  }
  return { rows: rows.map((row) => row.map(plainCell)), alignments: marks.map(alignmentOf), lines: next - at }
}

export function tableBlock({ rows, alignments }: Table): string[] {
  const widths = alignments.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  const [head = [], ...body] = rows.map((row) =>
    row.map((cell, column) => padded(cell, widths[column] ?? 0, alignments[column] ?? 'left')),
  )
  const line = (cells: readonly string[]) => cells.join('  ').trimEnd()
  return [
    '```',
    line(head),
    line(widths.map((width) => '─'.repeat(Math.max(1, width)))),
    ...body.map(line),
    '```',
  ]
}

function isRow(line: string): boolean {
  return line.includes('|') && line.trim() !== ''
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignmentOf(mark: string): Alignment {
  if (!mark.endsWith(':')) return 'left'
  return mark.startsWith(':') ? 'center' : 'right'
}

/** In code nothing is shown as bold or as a link, so the marks go. */
function plainCell(cell: string): string {
  return cell
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(
      /!?\[([^\]]{0,300})\]\(([^)\s]{1,500})(?:\s[^)]{0,300})?\)/g,
      (_, text: string, address: string) =>
        text === '' || text === address ? address : `${text} (${address})`,
    )
    .replaceAll(/(\*\*|__|~~)(?=\S)(.{1,300}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<!`)`([^`]+)`(?!`)/g, '$1')
    .replaceAll('```', "'''")
}

function padded(cell: string, width: number, alignment: Alignment): string {
  const room = width - widthOf(cell)
  if (alignment === 'left') return cell + ' '.repeat(room)
  const before = alignment === 'right' ? room : Math.floor(room / 2)
  return ' '.repeat(before) + cell + ' '.repeat(room - before)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** As wide as two letters in a font where all are of one width. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}|[\u3000-\u303f\uff00-\uff60])/u

function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}
