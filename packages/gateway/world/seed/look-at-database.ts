// What the world wants to know of a program's database while it runs.

import type { ClaimedWork } from '../../src/foundation/work/work-store.ts'
import type { CrashableDisk } from '../disk/crashable-disk.ts'

export function findRunningWork(disk: CrashableDisk): ClaimedWork[] {
  return disk.inspect<ClaimedWork>(
    `select id, kind, lane, key, parent, subject, fact_id, attempts, fence, due_at
     from work where state = 'running'`,
  )
}

/** Of what runs under that key right now. */
export function findRunningLane(disk: CrashableDisk, kind: string, key: string): string {
  const running = "select lane from work where kind = ? and key = ? and state = 'running'"
  return disk.inspect<{ lane: string }>(running, [kind, key])[0]?.lane ?? 'timers'
}

/** Who has something due in a fair lane that never failed, that nobody has taken, and whose key is free. */
export function findParentsWaiting(disk: CrashableDisk, lane: string, now: number): string[] {
  const waiting = `select distinct parent from work
    where lane = ? and state = 'ready' and attempts = 0 and due_at <= ? and not exists (
      select 1 from work other where other.key = work.key and other.state = 'running')
    order by parent`
  return disk.inspect<{ parent: string }>(waiting, [lane, now]).map((row) => row.parent)
}

export function hasTimers(disk: CrashableDisk): boolean {
  return disk.inspect("select 1 from work where name is not null and state = 'ready' limit 1").length > 0
}
