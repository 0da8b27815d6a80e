import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { mentionLimits } from './mention-limits.ts'
import { parseMentions } from './mentions.ts'
import { createTextParser } from './text-parser.ts'

// biome-ignore format: a list of signs
const repeated = [
  '@', '@ ', '@a ', '@a\n', '`', '` ', '[', '[@a', '![', '[a](', '> ', '>', '- ', '1. ', '*', '*@a', '_@a', '~~@a', 'a**b_c*',
  '<', '<a ', '<a x="', 'x<!--', 'x<?', 'x<!--x<?x<![CDATA[', '</a ', '<x y="\n', '<a>@a', '<@', '<@U1|',
  'http://', 'http://x/(', 'www.', 'www.x/(', '[www.x/', 'w', '&', '&a', '&amp;@a', '\\_@a', '\\', 'a@b.c', 'a.@b', '+@b.c ',
  '![@a', '[@a\n', '[*@a', '[@a][', '[@a]', '[`@a',
  '|@a|\n|-|\n', '[a]: b\n', '[a\n', '[a]: b "\n', '```\n', '@a\n=\n', '- > - > @a\n', '> @a\nb\n', '\u200b@a', '\0@a',
  `@a${'-'.repeat(62)} `, `@${'王'.repeat(255)} `, `@a${'\u0301\u0316'.repeat(60)}${'王'.repeat(100)} `,
]

/** What nothing has closed so far is closed at its end, once. */
function fill(part: string, chars: number): string {
  return `${part.repeat(Math.ceil(chars / part.length)).slice(0, chars)} ] `
}

test('[M13] four times the text is not eight times the work, and asks for no more handles than it has characters', () => {
  for (const part of repeated) {
    let [short, long] = [Infinity, Infinity]
    // What else the machine does is not counted, but it can empty caches: the quickest of several is what it takes.
    for (let attempt = 0; attempt < 12 && !(long < 8 * short); attempt += 1) {
      short = Math.min(short, timeOf(fill(part, 25_000)))
      long = Math.min(long, timeOf(fill(part, 100_000)))
    }
    assert.ok(long < 8 * short, `${JSON.stringify(part)}: ${short} µs, then ${long} µs`)
  }
})

/**
 * With mentions before and after it. The processor's time of this thread alone, not that of the clock on the wall. At
 * least 5 ms: what is over at once has no growth that could be measured.
 */
function timeOf(hostile: string): number {
  const body = `@kim ${hostile}@lou`
  let asked = 0
  const before = process.threadCpuUsage()
  const { spans } = parseMentions(body, () => ((asked += 1), false))
  const { user, system } = process.threadCpuUsage(before)
  assert.ok(asked <= body.length && spans.length <= body.length / 2)
  return Math.max(5_000, user + system)
}

test('[M13] the steps of the parser grow with the text and not faster: 100 kB of any sign', () => {
  for (const part of repeated) {
    const [short, long] = [stepsOf(fill(part, 25_000)), stepsOf(fill(part, 100_000))]
    // What is done once for each text does not count.
    assert.ok(long <= 4.2 * short + 1_000, `${JSON.stringify(part)}: ${short} steps, then ${long}`)
    assert.ok(short > 0 && long <= 60 * 100_000, `${JSON.stringify(part)}: ${long} steps`)
  }
})

/** How often any rule of the parser is asked. */
function stepsOf(body: string): number {
  const parser = createTextParser()
  let steps = 0
  const chains = [
    parser.inline.ruler.getRules(''),
    parser.inline.ruler2.getRules(''),
    ...['', 'paragraph', 'reference', 'blockquote', 'list'].map((name) => parser.block.ruler.getRules(name)),
  ]
  for (const chain of chains) {
    for (const [i, rule] of chain.entries()) {
      // The edge: rules of all kinds are counted alike, and asked as they would have been.
      chain[i] = ((...given: never[]) => (
        (steps += 1), (rule as (...given: never[]) => unknown)(...given)
      )) as never
    }
  }
  parser.parse(body, {})
  return steps
}

test('[M15] what is nested too deeply is left alone, and what stands beside it is not', () => {
  const quotes = `${'> '.repeat(5_000)}@kim\n\n@lou`
  assert.deepEqual(parseMentions(quotes, () => true).mentions, ['lou'])
  const lists = `@lou\n\n${'- '.repeat(5_000)}@kim`
  assert.deepEqual(parseMentions(lists, () => true).mentions, ['lou'])
  const brackets = `${'['.repeat(5_000)}@kim${']'.repeat(5_000)} @lou`
  assert.deepEqual(parseMentions(brackets, () => true).mentions, ['kim', 'lou'])
})

test('[M13] 50,000 of a sign in 100 kB, with a mention on either side: both are found, or what silences them is', () => {
  const around = (sign: string) =>
    parseMentions(`@kim\n\n${sign.repeat(50_000)}\n\n@lou`, () => true).mentions
  assert.deepEqual(around('@ '), ['kim', 'lou'])
  assert.deepEqual(around('[]'), ['kim', 'lou'])
  assert.deepEqual(around('[ '), ['kim', 'lou'])
  assert.deepEqual(around('` '), ['kim', 'lou'])
  // A fence that nobody closes.
  assert.deepEqual(around('``'), ['kim'])
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
