// Who speaks: an agent, and as a sub-agent under the label by which people know it.

import type { WholeSession } from '../../sessions/sessions.ts'
import type { Binding } from '../bindings/bindings.ts'

export interface Speaker {
  agentId: string
  label: string | null
}

/** What goes on where a sub-agent ended keeps its label; a chat that was focused somewhere has none. */
export function nameSpeaker(
  session: Pick<WholeSession, 'agentId' | 'kind' | 'title'>,
  binding?: Pick<Binding, 'label' | 'runId'>,
): Speaker {
  const { agentId, kind, title } = session
  if (kind === 'chat') return { agentId, label: binding?.runId == null ? null : binding.label }
  return { agentId, label: binding?.label ?? (title === '' ? null : title) }
}
