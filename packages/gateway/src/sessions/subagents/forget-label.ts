// A label is said together with its task, by the same hand: when that is redacted it goes too, from the title that it gave
// and from what was announced. In the run itself it is forgotten with the task.

import type { EventActor, SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { chooseTitle } from '../choose-title.ts'
import { forgetTraces } from '../compaction/forget-traces.ts'
import { forgetBindingLabels, forgetLabelIn, selectEventById } from '../event-store.ts'
import { append } from '../log.ts'
import { selectSession, updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow } from '../sessions-tables.ts'

/** `run` as it was before. */
export async function forgetLabel(deps: RoomDeps, t: Tx, run: RunRow, by: EventActor): Promise<void> {
  // Neither leaves an entry in the log.
  t.afterCommit(deps.keptPasts.noteChange)
  // Without a label they call it by how its task begins.
  await forgetBindingLabels(t, run)
  const session = await t.one(selectSession({ id: run.session_id }))
  // What goes on where it ended has its name.
  if (session?.successor_id != null) {
    await forgetBindingLabels(t, { session_id: session.successor_id, parent_id: run.parent_id })
    await forgetTitle(deps, t, session.successor_id, run.label ?? chooseTitle(run.task), by)
  }
  if (run.label === null) return
  await forgetTitle(deps, t, run.session_id, run.label, by)
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
async function forgetTitle(
  deps: RoomDeps,
  t: Tx,
  id: SessionId,
  name: string,
  by: EventActor,
): Promise<void> {
  const session = await t.one(selectSession({ id }))
  if (session?.title !== name || name === '') return
  await updateSession(t, session.id, { title: '', title_from: 'none', search_text: '' })
  const payload = { fields: ['title'] }
  await append(deps, t, session.id, [{ kind: 'session.changed', actor: by, payload, isRow: false }])
  t.afterCommit(() => deps.feed.listed(session.id))
}
