// A label is said together with its task, by the same hand: when that is redacted it goes too, from the title that it gave
// and from what was announced. In the run itself it is forgotten with the task.

import type { EventActor } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { forgetTraces } from '../compaction/forget-traces.ts'
import { forgetBindingLabels, forgetLabelIn, selectEventById } from '../event-store.ts'
import { append } from '../log.ts'
import { selectSession, updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow } from '../sessions-tables.ts'

/** `run` as it was before. */
export async function forgetLabel(deps: RoomDeps, t: Tx, run: RunRow, by: EventActor): Promise<void> {
  // Without a label they call it by how its task begins.
  await forgetBindingLabels(t, run)
  if (run.label === null) return
  await forgetTitle(deps, t, run, by)
  for (const id of [run.finished_event_id, run.root_event_id]) {
    const told = id === null ? undefined : await t.one(selectEventById({ id }))
    if (told === undefined) continue
    await forgetLabelIn(t, told)
    // A summary may call it by its name.
    await forgetTraces(deps, t, told, by)
    t.afterCommit(() => deps.feed.listed(told.session_id))
  }
}

/** Unless somebody called it something else since. */
async function forgetTitle(deps: RoomDeps, t: Tx, run: RunRow, by: EventActor): Promise<void> {
  const session = await t.one(selectSession({ id: run.session_id }))
  if (session?.title !== run.label) return
  await updateSession(t, session.id, { title: '', title_from: 'none', search_text: '' })
  const payload = { fields: ['title'] }
  await append(deps, t, session.id, [{ kind: 'session.changed', actor: by, payload, isRow: false }])
  t.afterCommit(() => deps.feed.listed(session.id))
}
