// Quotes and items of lists around a block: what a line must begin with to stay in them, and what opens them again at the
// beginning of another text. Columns are counted as CommonMark does, a tab up to the next fourth. Pure.

export interface Container {
  kind: 'quote' | 'item'
  /** `>`, `-`, `12.` */
  mark: string
  /** The line in which it begins, and where that begins. */
  line: number
  begin: number
  /** Of an item: columns from where its surroundings begin to where its own content does. */
  width: number
  /** Of an item: how many of them stand between its mark and its content. */
  gap: number
}

/** More of them between a mark and its text, and the text would be code by its indentation. */
export const gapMax = 4

/** How wide the container is that this line opens within the others. */
export function measureContainer(
  line: string,
  outer: readonly Container[],
  { kind, mark }: Pick<Container, 'kind' | 'mark'>,
): Pick<Container, 'width' | 'gap'> {
  if (kind === 'quote') return { width: 0, gap: 0 }
  const columns = withoutTabs(line)
  const begin = contentColumn(columns, outer)
  const indent = spacesFrom(columns, begin)
  const behind = begin + indent + mark.length
  const found = spacesFrom(columns, behind)
  const isEmpty = behind + found >= columns.length
  const gap = isEmpty || found > gapMax ? 1 : found
  return { width: indent + mark.length + gap, gap }
}

/** How many spaces stand in front of what this line holds within its containers. */
export function indentWithin(line: string, containers: readonly Container[]): number {
  const columns = withoutTabs(line)
  return spacesFrom(columns, contentColumn(columns, containers))
}

/** What a line begins with that stays in all of them. */
export function continuationOf(containers: readonly Container[]): string {
  return containers.map(({ kind, width }) => (kind === 'quote' ? '> ' : ' '.repeat(width))).join('')
}

/** What a text begins with whose first line opens all of them, each as wide as it was. */
export function reopeningOf(containers: readonly Container[]): string {
  let written = ''
  let before: Container['kind'] = 'quote'
  for (const { kind, mark, width, gap } of containers) {
    if (kind === 'quote') written += '> '
    else {
      const indent = width - mark.length - gap
      // In front of the mark it would widen the item around it.
      const isBehind = before === 'item' && gap + indent <= gapMax
      written += isBehind ? mark + ' '.repeat(gap + indent) : ' '.repeat(indent) + mark + ' '.repeat(gap)
    }
    before = kind
  }
  return written
}

function contentColumn(columns: string, containers: readonly Container[]): number {
  let at = 0
  for (const { kind, width } of containers) {
    if (kind === 'item') at += width
    else {
      at += spacesFrom(columns, at) + 1
      if (columns[at] === ' ') at++
    }
  }
  return at
}

function spacesFrom(columns: string, from: number): number {
  let at = from
  while (columns[at] === ' ') at++
  return at - from
}

/** More than the deepest nesting takes. */
const prefixCharsMax = 1_000

/** What can stand in front of a block, each column a character. */
function withoutTabs(line: string): string {
  let columns = ''
  for (const sign of line.slice(0, prefixCharsMax)) {
    if (sign === '\n' || sign === '\r') break
    columns += sign === '\t' ? ' '.repeat(4 - (columns.length % 4)) : sign
  }
  return columns
}
