// The demo data as a story: who is there, and what they said to agents over the last days. Only data; seed-workspace.ts
// lets it happen in the real rooms.

export interface SeedPerson {
  handle: 'ann' | 'bob'
  name: string
  role: 'owner' | 'member'
  password: string
}

export const seedPeople: readonly SeedPerson[] = [
  { handle: 'ann', name: 'Ann Lee', role: 'owner', password: 'quiet warp line' },
  { handle: 'bob', name: 'Bob Okafor', role: 'member', password: 'steady weft line' },
]

export const seedTeamName = 'Lindgren & Daughters'

/** What a model answer does, in order: thoughts, a text, calls of tools; or it fails. */
export interface SeedAnswer {
  thinks?: string
  says?: string
  calls?: readonly SeedCall[]
  fails?: string
}

export interface SeedCall {
  name: string
  args: Record<string, unknown>
  output: string
  isError?: true
  tookMs: number
}

export type SeedBeat =
  /** Says something and waits for the answers, one for each step of the turn. */
  | { kind: 'ask'; who: SeedPerson['handle']; text: string; answers: readonly SeedAnswer[] }
  /** For people only. */
  | { kind: 'note'; who: SeedPerson['handle']; text: string }
  /** Takes back what was said last. */
  | { kind: 'redact'; who: SeedPerson['handle'] }
  /** Left in the middle of the work, with the rest in the queue: the gateway goes on with it when it starts. The last. */
  | { kind: 'leave'; who: SeedPerson['handle']; texts: readonly string[] }
  /** Everything so far was read. */
  | { kind: 'read'; who: SeedPerson['handle'] }
  | { kind: 'archive'; who: SeedPerson['handle'] }
  | { kind: 'pause'; minutes: number }

export interface SeedSession {
  /** Of the story; not stored. */
  id: 'guide' | 'archive-store' | 'import' | 'welcome' | 'colours' | 'onboarding' | 'loom-noise'
  opener: SeedPerson['handle']
  agent: 'main' | 'reviewer'
  title?: string
  visibility: 'private' | 'team'
  with?: readonly SeedPerson['handle'][]
  /** How long before now it begins. */
  hoursAgo: number
  beats: readonly SeedBeat[]
}
