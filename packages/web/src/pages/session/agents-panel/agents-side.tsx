// The place of the sub-agents beside a session. What stands in it is fetched when the page rests.

import { useSidePlace } from '../../../shell/side-place.tsx'
import { agentsPanel } from './agents-panel-later.ts'

export function AgentsSide({ currentId }: { currentId: string }) {
  const { shown, rootId } = useSidePlace()
  return shown === 'agents' && rootId !== undefined ? (
    <agentsPanel.Part rootId={rootId} currentId={currentId} />
  ) : null
}
