// The panel of sub-agents: fetched when the page rests.

import { loadLater } from '../../../components/load-later.tsx'

export const agentsPanel = loadLater(async () => (await import('./agents-panel.tsx')).AgentsPanel)
