// The sub-agents of a session, live. On a desk they stay open while one goes from one of them to the next; where they cover
// the session, going somewhere closes them.

import { SidePanel } from '../../../components/side-panel.tsx'
import { treePanelStrings } from '../../../tree-panel-strings.ts'
import { AgentsTree } from './agents-tree.tsx'

interface AgentsPanelProps {
  rootId: string
  /** The session in the middle. */
  currentId: string
}

const words = treePanelStrings

export function AgentsPanel({ rootId, currentId }: AgentsPanelProps) {
  return (
    <SidePanel region={words.region} title={words.title} closeLabel={words.close}>
      {(leave) => <AgentsTree key={rootId} rootId={rootId} currentId={currentId} onGo={leave} />}
    </SidePanel>
  )
}
