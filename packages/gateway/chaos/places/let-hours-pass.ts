// For some of the sub-agents that are over: hours pass while nobody is there, so that they are put away as soon as somebody is
// again. No round could wait for that.

import { DatabaseSync } from 'node:sqlite'

const hoursMs = 48 * 3_600_000

/** Only while no gateway runs. */
export function letHoursPass(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec(`
      begin immediate;
      update sessions set active_at = active_at - ${hoursMs} where state = 'over' and random() % 2 = 0;
      update work set due_at = min(due_at, coalesce((select s.active_at from runs r join sessions s on s.id = r.session_id
          where r.id = work.subject and s.active_at < r.archive_at - ${hoursMs / 2}), due_at))
        where kind = 'sessions.archive-subagent' and state = 'ready';
      commit;`)
  } finally {
    database.close()
  }
}
