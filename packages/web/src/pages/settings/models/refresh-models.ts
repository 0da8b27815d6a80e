// After providers changed: everything that follows from them is read again.

import type { QueryClient } from '@tanstack/react-query'

export function refreshModels(queries: QueryClient): void {
  for (const name of ['listProviders', 'listModels', 'listAgents', 'readSettings'])
    void queries.invalidateQueries({ queryKey: [name] })
}
