// After a decision, or a refusal of one, whatever lists approvals is read again.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export function useDecided(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['listApprovals'] }), [queries])
}
