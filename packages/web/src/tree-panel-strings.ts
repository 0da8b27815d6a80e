// The words of the tree of sub-agents beside a session. A part of the catalogue in strings.ts that comes with the panel.

import { agents } from './tree-strings.ts'

export const treePanelStrings = {
  title: 'Agents',
  region: 'Sub-agents of this session',
  loading: 'Reading the sub-agents',
  none: 'No sub-agents here. An agent starts them when a task falls into parts, or you do with',
  noneExample: '/subagents spawn',
  noneActive: 'Nothing is at work here.',
  showAll: 'Show all',
  refused: 'The sub-agents of this session are not yours to see.',
  offline: 'Not connected. This is how they stood when the connection was lost.',
  close: 'Close the agents',
  root: 'At the top',
  list: 'Sub-agents',
  listOf: (name: string) => `Below ${name}`,
  fold: (name: string) => `Sub-agents of ${name}`,
  ended: (count: number, written: string) => (count === 1 ? '1 ended' : `${written} ended`),
  endedBelow: (words: string, name: string) => `${words}, below ${name}`,
  more: (count: number) => (count === 1 ? 'Show 1 more' : `Show ${count} more`),
  filter: { label: 'Which to show', all: 'All', active: 'At work' },
  sums: {
    active: (written: string) => `${written} at work`,
    ended: (written: string) => `${written} ended`,
    tokens: (written: string) => `${written} tokens`,
  },
  below: (count: number) => (count === 1 ? '1 at work below' : `${count} at work below`),
  worksAgain: 'works again',
  decide: 'Decide',
  decideNamed: (name: string) => `Decide what ${name} waits for`,
  placeNamed: (name: string, place: string) => `${place}: where ${name} is talked to`,
  run: 'Details',
  runNamed: (name: string) => `Details: ${name}`,
  retry: 'Retry',
  retryNamed: (name: string) => `Retry the last turn of ${name}`,
  retried: (name: string) => `${name} tries its last turn again.`,
  stopAll: {
    button: (count: number, written: string) => `Stop ${agents(count, written)}`,
    ask: (count: number, written: string) =>
      `Stop ${count === 1 ? 'the agent that works' : `all ${written} agents that work`} here? The session itself goes on. This cannot be undone.`,
    no: 'Let them work',
    done: (count: number, written: string) => `${agents(count, written)} stopped.`,
    partly: (failed: number) =>
      failed === 1
        ? 'One of them could not be stopped. Try again.'
        : `${failed} of them could not be stopped. Try again.`,
  },
}
