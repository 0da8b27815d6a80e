// At most one piece of work of a key runs, and those of a key take effect in the order in which they were put on record.

import type { Invariant } from './invariant.ts'

export const oneAtATime: Invariant = {
  rule: 'keys',
  at: 'commit',
  check: ({ rows }) =>
    rows<{ key: string; count: number }>(
      "select key, count(*) as count from work where state = 'running' group by key having count(*) > 1",
    ).map(({ key, count }) => `${count} pieces of work are running for ${key}`),
}

/** Whoever stands aside is called by someone of its key who runs, is about to, or tries again. */
export const someoneCalls: Invariant = {
  rule: 'keys',
  at: 'commit',
  check: ({ rows, now }) =>
    rows<{ key: string; subject: string }>(
      `select key, subject from work waiting where state = 'blocked' and not exists (
        select 1 from work other where other.key = waiting.key
          and (other.state = 'running' or (other.state = 'ready' and (other.due_at <= ? or other.attempts > 0))))`,
      [now()],
    ).map(({ key, subject }) => `${subject} stands aside for ${key}, and nobody is there to call it`),
}

export const inOrder: Invariant = {
  rule: 'order',
  at: 'start',
  check({ rows }) {
    const effects = rows<{ key: string; put: number; what: string }>(`
      select e.key as key, p.id as put, e.what as what
      from world_effects e join world_puts p on p.what = e.what
      where e.kind = 'chore' order by e.id`)
    const last = new Map<string, { put: number; what: string }>()
    return effects.flatMap((effect) => {
      const before = last.get(effect.key)
      last.set(effect.key, effect)
      return before && before.put > effect.put ? [`${effect.what} took effect after ${before.what}`] : []
    })
  },
}
