// The groups as they are to be drawn: as they are, or as they were as long as the pointer moves over them.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Group } from './choose-groups.ts'
import { holdGroups } from './hold-groups.ts'

/** Long enough to aim and press. */
const restMs = 2_500

export function useSteadyGroups(fresh: readonly Group[], question: string) {
  const shown = useRef<{ groups: readonly Group[]; question: string }>({ groups: fresh, question })
  const [isPointing, setPointing] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useCallback(() => {
    clearTimeout(timer.current)
    setPointing(false)
  }, [])
  const point = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(rest, restMs)
    setPointing(true)
  }, [rest])
  useEffect(() => () => clearTimeout(timer.current), [])
  const isHeld = isPointing && shown.current.question === question
  shown.current = { groups: isHeld ? holdGroups(shown.current.groups, fresh) : fresh, question }
  return { groups: shown.current.groups, point, rest }
}
