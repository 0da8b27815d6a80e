// What the composer does around a focus that is read or changed meanwhile.

import { parseCommand } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import type { MessageMode } from '../../../live/outbox.ts'
import type { Focus } from './use-focus.ts'

/** Whether a command changes who hears what is written here. */
export function isOfFocus(text: string): boolean {
  const parsed = parseCommand(text)
  return parsed.kind === 'command' && (parsed.name === 'focus' || parsed.name === 'unfocus')
}

/** Takes up what was to be sent before it was known who would hear it. */
export function useWhenKnown(
  focus: Focus | undefined,
  due: MessageMode | null,
  take: (mode: MessageMode) => void,
): void {
  const latest = useRef(take)
  latest.current = take
  const isKnown = focus?.now !== undefined
  useEffect(() => {
    if (isKnown && due !== null) latest.current(due)
  }, [isKnown, due])
}
