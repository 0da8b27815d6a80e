import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { mentionLimits } from './mention-limits.ts'
import { parseMentions } from './mentions.ts'

// biome-ignore format: a list of signs
const repeated = [
  '@', '@ ', '@a ', '@a\n', '`', '` ', '[', '[@a', '![', '[a](', '> ', '>', '- ', '1. ', '*', '*@a', '_@a', '~~@a', 'a**b_c*',
  '<', '<a ', '<a x="', 'x<!--', 'x<?', 'x<!--x<?x<![CDATA[', '</a ', '<x y="\n', '<a>@a', '<@', '<@U1|',
  'http://', 'http://x/(', 'www.', 'www.x/(', '[www.x/', 'w', '&', '&a', '&amp;@a', '\\_@a', '\\', 'a@b.c', 'a.@b', '+@b.c ',
  '|@a|\n|-|\n', '[a]: b\n', '[a\n', '[a]: b "\n', '```\n', '@a\n=\n', '- > - > @a\n', '> @a\nb\n', '\u200b@a', '\0@a',
  `@a${'-'.repeat(62)} `, `@${'王'.repeat(255)} `, `@a${'\u0301\u0316'.repeat(60)}${'王'.repeat(100)} `,
]

function fill(part: string, chars: number): string {
  return part.repeat(Math.ceil(chars / part.length)).slice(0, chars)
}

test('[M13] four times the text is not eight times the work, and asks for no more handles than it has characters', () => {
  for (const part of repeated) {
    let [short, long] = [Infinity, Infinity]
    // A pause of the machine can make one measurement long, but not the quickest of several.
    for (let attempt = 0; attempt < 8 && !(long < 8 * short); attempt += 1) {
      short = Math.min(short, timeOf(fill(part, 25_000)))
      long = Math.min(long, timeOf(fill(part, 100_000)))
    }
    assert.ok(long < 8 * short, `${JSON.stringify(part)}: ${short} ms, then ${long} ms`)
  }
})

/** With mentions before and after it. At least 5 ms: what is over at once has no growth that could be measured. */
function timeOf(hostile: string): number {
  const body = `@kim ${hostile}@lou`
  let asked = 0
  const start = performance.now()
  const { spans } = parseMentions(body, () => ((asked += 1), false))
  const time = performance.now() - start
  assert.ok(asked <= body.length && spans.length <= body.length / 2)
  return Math.max(5, time)
}

test('[M15] what is nested too deeply is left alone, and what stands beside it is not', () => {
  const quotes = `${'> '.repeat(5_000)}@kim\n\n@lou`
  assert.deepEqual(parseMentions(quotes, () => true).mentions, ['lou'])
  const lists = `@lou\n\n${'- '.repeat(5_000)}@kim`
  assert.deepEqual(parseMentions(lists, () => true).mentions, ['lou'])
  const brackets = `${'['.repeat(5_000)}@kim${']'.repeat(5_000)} @lou`
  assert.deepEqual(parseMentions(brackets, () => true).mentions, ['kim', 'lou'])
})

test('[M13] a text beyond the limit is searched up to a paragraph within it', () => {
  const head = '@kim\n\n`'
  const body = `${head}${'x'.repeat(mentionLimits.scannedCharsMax - head.length - 4)}@lou\` @ann\n\n@ann`
  assert.deepEqual(parseMentions(body, () => true).mentions, ['kim'])
  assert.deepEqual(
    parseMentions(`@kim ${'x'.repeat(mentionLimits.scannedCharsMax)}`, () => true).mentions,
    [],
  )
})
