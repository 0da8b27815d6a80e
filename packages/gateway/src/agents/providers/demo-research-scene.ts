// The demo model's show piece: asked to research three things in parallel it gives each to a sub-agent that really runs,
// waits for them, and tells what came back. One of them fails, because that happens. Pure.

import type { ModelMessage } from '../model.ts'
import type { DemoResult, DemoStep } from './demo-tool-scenes.ts'

export const researchPattern = /^(?:please )?research (?:three|3) (?:things|topics)\b/i

const things = ['linen', 'wool', 'silk'] as const

/** `heard`: what the sub-agents announced, as the model is told it. */
export function playResearch(results: readonly DemoResult[], heard: readonly string[]): DemoStep {
  const spawned = results.filter(({ name }) => name === 'sessions_spawn')
  if (spawned.length === 0) {
    const calls = things.map((thing) => ({
      name: 'sessions_spawn',
      args: { task: `demo research: ${thing}`, label: thing },
    }))
    return { text: 'I give each of the three to a sub-agent; they work at the same time.', calls }
  }
  const refused = spawned.filter(({ isError }) => isError)
  if (refused.length === spawned.length) {
    return {
      text: `I could not start a sub-agent. This is what I was told:\n\n${refused[0]?.output ?? ''}`,
      calls: [],
    }
  }
  if (!results.some(({ name }) => name === 'subagents')) {
    return { text: '', calls: [{ name: 'subagents', args: { action: 'wait' } }] }
  }
  return { text: tellGathered(heard), calls: [] }
}

function tellGathered(heard: readonly string[]): string {
  const ends = heard.map(readHeard)
  const rows = ends.map(
    ({ label, status, words, result, notes }) =>
      `| **${label}** | ${words} | ${cell(status === 'success' ? result : notes || result)} |`,
  )
  const failed = ends.filter(({ status }) => status !== 'success').length
  return [
    'I am the built-in **demo model**: what was found is made up, but the sub-agents were real. Each had a session of its own, which can be opened, read and written to.',
    '## Three things, side by side',
    ['| thing | status | what came back |', '|---|---|---|', ...rows].join('\n'),
    failed > 0
      ? `${failed === 1 ? 'One of them' : `${failed} of them`} failed on purpose: its end was told like any other, with its reason, and the rest was not held up.`
      : 'All of them came back.',
    'With a real model each of them would use tools. Add a key under **Settings → Models**; everything you said here stays.',
  ].join('\n\n')
}

interface Heard {
  label: string
  status: string
  words: string
  result: string
  notes: string
}

function readHeard(text: string): Heard {
  const part = (name: string) => new RegExp(`^${name}: ([^\\n]*)`, 'm').exec(text)?.[1] ?? ''
  return {
    label: /"label":"([^"]+)"/.exec(text)?.[1] ?? 'a sub-agent',
    status: part('Status').split(' · ')[0] ?? '',
    words: part('Status').split(' · ')[1] ?? '',
    result: part('Result'),
    notes: part('Notes'),
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').slice(0, 200)
}

/** What Heddle tells of a sub-agent that has ended is no question of a person's. */
export function isHeard(message: ModelMessage): boolean {
  return message.role === 'user' && message.text.startsWith('[Heddle: a sub-agent has ended')
}

export const workerPattern = /^demo research: (linen|wool|silk)\b/i

const findings: Readonly<Record<string, { text: string; durationMs: number }>> = {
  linen: { text: 'Linen takes dye evenly, and best when it is wet.', durationMs: 1_600 },
  wool: { text: 'Wool stretches by about a third of its length.', durationMs: 2_400 },
}

/** Silk is the one that fails. */
export function researchOne(thing: string): { text: string; durationMs: number } | undefined {
  return findings[thing.toLowerCase()]
}
