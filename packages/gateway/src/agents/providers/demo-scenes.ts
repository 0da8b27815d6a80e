// What the demo model says to what. A table of scenes: the first whose pattern fits the last message plays. Pure, so
// that the same conversation always goes the same way.

import type { ModelError, ModelRequest, ToolCall } from '../model.ts'
import { helpAnswer, realAnswers } from './demo-help-answer.ts'
import { longDemoAnswer } from './demo-long-answer.ts'
import { markdownAnswer } from './demo-markdown-answer.ts'
import { isHeard, researchOne, workerPattern } from './demo-research-scene.ts'
import { chooseToolStep, type DemoStep } from './demo-tool-scenes.ts'

export interface DemoScene {
  reasoning: string
  text: string
  /** From the first moment to the last; below 100 for everything that was not asked to be slow. */
  durationMs: number
  /** How it ends, if not well. */
  error?: ModelError
  toolCalls?: readonly ToolCall[]
}

interface DemoAsk {
  /** The last message of a person, without a leading mention. */
  text: string
  name: string | null
  /** The names of what is attached to it. */
  files: readonly string[]
  /** How many messages of people and agents stand before it. */
  before: number
  match: RegExpMatchArray
}

interface SceneEntry {
  pattern: RegExp
  play(ask: DemoAsk): Partial<DemoScene>
}

const briefMs = 48
const countStepMs = 250
const countMax = 60

const scenes: readonly SceneEntry[] = [
  {
    pattern: /^(?:please )?(?:help|what (?:can|do) you (?:do|know|show)(?: (?:here|for me))?)[?.!]*$/i,
    play: () => ({ text: helpAnswer }),
  },
  { pattern: workerPattern, play: workOnOne },
  {
    pattern: /^(?:show |give |write |me |us |some )*markdown[?.!]*$/i,
    play: () => ({ text: markdownAnswer, durationMs: 900 }),
  },
  {
    pattern: /^repeat\s(?<rest>[\s\S]+)$/i,
    play: ({ match }) => ({ text: match.groups?.['rest'] ?? '', durationMs: 0 }),
  },
  { pattern: /^count (?:slowly )?(?:up )?to (\d{1,9})\b/i, play: countUp },
  { pattern: /^think\b/i, play: thinkFirst },
  { pattern: /^fail(?:\s+with\s+(.+))?[.!]*$/i, play: fail },
  {
    pattern: /^(?:write |show |give |say |me |a |an |something |very )*long(?: answer| text| one)?[.!]*$/i,
    play: () => ({ text: longDemoAnswer, durationMs: 1_500 }),
  },
  {
    pattern: /^(?:be |go |answer |work |a |something )*slow(?:ly)?(?: answer| one)?[.!]*$/i,
    play: () => ({ text: slowAnswer, durationMs: 20_000 }),
  },
  {
    pattern: /^ask (?:me|us)\b/i,
    play: () => ({ text: 'Which should we look at first: **the plan**, **the tests** or **the release**?' }),
  },
]

export function chooseScene({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): DemoScene {
  const at = messages.findLastIndex((message) => message.role === 'user' && !isHeard(message))
  const last = messages[at]
  const said = last?.role === 'user' ? last : undefined
  const ask = {
    text: withoutMention(said?.text ?? ''),
    name: said?.speaker?.name ?? null,
    files: (said?.attachments ?? []).map((file) => file.name),
    before: messages.slice(0, Math.max(0, at)).filter((message) => message.role !== 'tool').length,
  }
  const after = messages.slice(at + 1)
  const step = chooseToolStep(ask.text, after, new Set(tools.map(({ name }) => name)))
  if (step) return { ...plain, text: step.text, toolCalls: callsOf(step, after.length) }
  for (const { pattern, play } of scenes) {
    const match = ask.text.match(pattern)
    if (match) return { ...plain, ...play({ ...ask, match }) }
  }
  return { ...plain, text: introduce(ask) }
}

/** The ids say where in the turn a call stands, so that the same turn always has the same. */
function callsOf({ calls }: DemoStep, place: number): ToolCall[] {
  return calls.map(({ name, args }, i) => ({
    id: `demo_${place}_${i}`,
    name,
    arguments: JSON.stringify(args),
  }))
}

const plain: DemoScene = { reasoning: '', text: '', durationMs: briefMs }

function introduce({ text, name, files, before }: Omit<DemoAsk, 'match'>): string {
  const hello = name === null ? 'Hello.' : `Hello ${name}.`
  const context =
    before === 0
      ? 'This is the first message of our conversation.'
      : `${before === 1 ? 'One message' : `${before} messages`} came before this one.`
  const nothing = files.length > 0 ? '' : 'You wrote nothing.'
  const quote = text.trim() === '' ? nothing : `You wrote: “${shorten(text)}”.`
  const got = files.length > 0 ? tellFiles(files) : ''
  return [
    `${hello} I am the built-in **demo model**: I run offline and only know a few scenes. ${[quote, got, context].filter((part) => part !== '').join(' ')}`,
    'Try *show me tools*, *ask me first*, *research three things in parallel*, *show me markdown* or *count to 10*; *help* lists all of it.',
    realAnswers,
  ].join('\n\n')
}

/** A demo model looks into none of them; that they came is what can be shown. */
function tellFiles(files: readonly string[]): string {
  const names = files.map((name) => `“${shorten(name)}”`).join(', ')
  return `You attached ${files.length === 1 ? 'one file' : `${files.length} files`}: ${names}.`
}

function countUp({ match }: DemoAsk): Partial<DemoScene> {
  const asked = Number(match[1])
  const to = Math.min(asked, countMax)
  const numbers = Array.from({ length: to }, (_, i) => String(i + 1)).join(', ')
  const rest = asked > to ? ` … and so on; the demo model stops at ${countMax}.` : '.'
  return {
    text: to === 0 ? 'There is nothing to count.' : `${numbers}${rest}`,
    durationMs: Math.max(briefMs, to * countStepMs),
  }
}

function workOnOne({ match }: DemoAsk): Partial<DemoScene> {
  const found = researchOne(match[1] ?? '')
  if (found) return found
  const message = 'The demo model was to find this, and fails on purpose.'
  return { error: { kind: 'refused', message }, durationMs: 900 }
}

function thinkFirst({ text, before }: DemoAsk): Partial<DemoScene> {
  return {
    reasoning:
      `The request is “${shorten(text)}”. ${before} messages stand before it. ` +
      'A demo model has no thoughts of its own, so it shows where they would be. The answer can be short.',
    text: 'I thought about it; the thoughts stand above the answer and can be folded away. A real model would now tell you what it found.',
  }
}

const failures: readonly (readonly [words: RegExp, error: ModelError])[] = [
  [
    /rate|limit|429|too many/i,
    {
      kind: 'rate_limited',
      message: 'The demo model plays a rate limit. Wait 5 seconds and try again.',
      retryAfterMs: 5_000,
      status: 429,
    },
  ],
  [
    /overload|busy|503|529/i,
    { kind: 'overloaded', message: 'The demo model plays an overload. Try again in a moment.', status: 529 },
  ],
  [
    /context|too long/i,
    {
      kind: 'context_too_long',
      message: 'The demo model plays a conversation that is too long for it.',
      status: 400,
    },
  ],
  [
    /network|connection/i,
    { kind: 'network', message: 'The demo model plays a broken connection. Try again.' },
  ],
  [
    /key/i,
    {
      kind: 'key_missing',
      message: 'The demo model plays a missing key. It needs none itself.',
      status: 401,
    },
  ],
  [
    /garbage|bad|nonsense/i,
    { kind: 'bad_answer', message: 'The demo model plays an answer that nobody can read.' },
  ],
]

function fail({ match }: DemoAsk): Partial<DemoScene> {
  const wanted = match[1] ?? ''
  const found = failures.find(([words]) => words.test(wanted))
  const error = found?.[1] ?? { kind: 'refused', message: 'The demo model was asked to fail, and did.' }
  // A cut connection shows what had come by then.
  return error.kind === 'network' ? { text: 'This answer breaks off in the', error } : { error }
}

const slowAnswer = Array.from(
  { length: 20 },
  (_, i) => `Step ${i + 1} of 20: still at work, slowly and on purpose.`,
).join('\n\n')

/** "@main count to 5" asks the same as "count to 5". */
function withoutMention(text: string): string {
  return text.replace(/^\s*(?:@[\p{L}\p{M}\p{Nd}._-]+[,:]?\s+)+/u, '').replace(/^\s+/, '')
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  // Half a character at the cut would be shown as a question mark.
  return line.length <= 120 ? line : `${line.slice(0, 119).replace(/[\ud800-\udbff]$/, '')}…`
}
