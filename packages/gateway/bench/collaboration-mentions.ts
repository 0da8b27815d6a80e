// What it takes to find the mentions in 100 kB that somebody wrote to make it take long.

import { parseMentions } from '@heddle/contract/mentions'
import { type Figure, median } from './benchmark.ts'

const chars = 100_000
const rounds = 5
const hostile: Record<string, string> = {
  '@': '@ ',
  'names of nobody': '@a ',
  backticks: '` ',
  'backticks of growing number': '',
  brackets: '[ ',
  'brackets and names': '[@a',
  'pictures and names': '![@a',
  'brackets and lines': '[@a\n',
  'items of lists': '- @a\n',
  links: '[a](',
  quotes: '> ',
  lists: '- ',
  tags: '<a x="',
  stars: '*@a',
  addresses: 'http://x/(',
  'escaped names': '\\@a ',
}

export function measureHostileTexts(progress: (line: string) => void): Figure[] {
  progress('mentions in hostile texts')
  const figures = Object.entries(hostile).map(([what, part]) => ({ what, value: timeOf(textOf(part)) }))
  const slowest = figures.toSorted((a, b) => b.value - a.value)
  const [worst] = slowest
  if (!worst) throw new Error('nothing was measured')
  return [
    {
      what: `mentions in 100 kB, the worst of ${figures.length} hostile texts, CPU`,
      value: worst.value,
      unit: 'ms',
      bound: { kind: 'at most', limit: 400 },
      target: '100 ms',
      note: slowest
        .slice(0, 4)
        .map(({ what, value }) => `${what} ${value.toFixed(0)}`)
        .join(', '),
    },
  ]
}

/** With somebody named before it, or nothing would have to be taken apart, and one bracket that closes. */
function textOf(part: string): string {
  let text = '@kim '
  for (let n = 1; text.length < chars - 2; n++) text += part === '' ? `${'`'.repeat(n)} ` : part
  return `${text.slice(0, chars - 2)} ]`
}

function timeOf(text: string): number {
  const ms: number[] = []
  for (let i = 0; i < rounds; i++) {
    const before = process.threadCpuUsage()
    parseMentions(text, (handle) => handle === 'kim')
    const { user, system } = process.threadCpuUsage(before)
    ms.push((user + system) / 1_000)
  }
  return median(ms)
}
