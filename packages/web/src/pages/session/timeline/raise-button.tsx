// Leads to where a budget of this session is raised.

import type { BudgetScope } from '@heddle/contract'
import { useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useFocusReturn } from '../../../components/dialog.tsx'
import { strings } from '../../../strings.ts'
import { raiseDialog } from '../dialogs-later.ts'
import { useTimelineActs } from './timeline-acts.ts'

interface RaiseButtonProps {
  scope: BudgetScope
  /** What could not be done before is tried again. */
  onRaised?(): void
}

export function RaiseButton({ scope, onRaised }: RaiseButtonProps) {
  const { sessionId } = useTimelineActs()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useFocusReturn(isOpen, () => opener.current)
  return (
    <>
      <Button ref={opener} onPress={() => setOpen(true)}>
        {strings.budgets.raise}
      </Button>
      {isOpen ? (
        <raiseDialog.Part
          sessionId={sessionId}
          scope={scope}
          goesOn={onRaised !== undefined}
          onRaised={() => onRaised?.()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
