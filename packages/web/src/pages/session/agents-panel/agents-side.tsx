// The place of the sub-agents beside a session. What stands in it is fetched when the page rests.

import { useAgentsPlace } from '../../../shell/agents-place.tsx'
import { agentsPanel } from './agents-panel-later.ts'

export function AgentsSide({ currentId }: { currentId: string }) {
  const { isOpen, rootId } = useAgentsPlace()
  return isOpen && rootId !== undefined ? <agentsPanel.Part rootId={rootId} currentId={currentId} /> : null
}
