// What of collaboration is turned on here. Off means absent, and so does not known yet.

import type { CollaborationFlag } from '@heddle/contract'
import { useRead } from '../api/use-read.ts'

export function useIsOn(flag: CollaborationFlag): boolean {
  const { data } = useRead('about', {})
  return data?.collaboration?.[flag] ?? false
}
