// Who hears what the reader writes on a page, and the way back to the page's own session in the palette.

import type { FocusJson } from '@heddle/contract'
import { useMemo } from 'react'
import { useRead } from '../../../api/use-read.ts'
import type { SessionView } from '../../../live/session-view.ts'
import { usePaletteActions } from '../../../shell/palette-context.tsx'
import { strings } from '../../../strings.ts'
import { useAgentName } from '../use-agent-name.ts'
import type { Hearer } from './hearer.ts'

export function useHearer(
  pageId: string,
  focus: FocusJson | null | undefined,
  { session, queue }: SessionView,
): Hearer | undefined {
  const name = useAgentName(focus?.agentId ?? '')
  const successorId = (focus?.status === 'ending' && session?.successorId) || ''
  const successor = useRead('readSession', { path: { id: successorId } }, successorId !== '')
  // One that is put away is not taken.
  const isContinued =
    successorId !== '' && successor.data !== undefined && successor.data.state !== 'archived'
  return useMemo(() => {
    if (!focus) return undefined
    const isOwnPage = focus.sessionId === pageId
    return {
      focus,
      name: focus.label ?? (session?.title || name),
      state: session?.state ?? 'idle',
      waiting: queue.length,
      isContinued,
      isOwnPage,
    }
  }, [pageId, focus, session, queue.length, name, isContinued])
}

export function useUnfocusAction(hearer: Hearer | undefined, unfocus: () => void): void {
  const words = strings.focus
  usePaletteActions(
    hearer === undefined || hearer.isOwnPage
      ? []
      : [
          {
            id: 'unfocus',
            title: words.unfocusNamed(hearer.name),
            also: words.unfocusAlso,
            group: 'session',
            run: unfocus,
          },
        ],
  )
}
