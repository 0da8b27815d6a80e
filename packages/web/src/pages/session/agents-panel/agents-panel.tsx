// The sub-agents of a session, live: on a desk beside it, on a tablet over its edge, on a phone as a sheet that the step
// back closes. On a desk it stays open while one goes from one of them to the next.

import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../../../components/button.tsx'
import { useAgentsPlace } from '../../../shell/agents-place.tsx'
import { useBackStep } from '../../../shell/use-back-step.ts'
import { useBreadth } from '../../../shell/use-is-phone.ts'
import { strings } from '../../../strings.ts'
import styles from './agents-panel.module.css'
import { AgentsTree } from './agents-tree.tsx'

interface AgentsPanelProps {
  rootId: string
  /** The session in the middle. */
  currentId: string
}

const words = strings.tree

export function AgentsPanel(props: AgentsPanelProps) {
  const breadth = useBreadth()
  return breadth === 'phone' ? <Sheet {...props} /> : <Aside {...props} isOver={breadth === 'tablet'} />
}

function Aside({ rootId, currentId, isOver }: AgentsPanelProps & { isOver: boolean }) {
  const { close, leave } = useAgentsPlace()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <aside
      aria-label={words.region}
      className={styles.aside}
      data-over={isOver ? '' : undefined}
      data-region="panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <Head heading={heading} onClose={close} />
      <AgentsTree
        key={rootId}
        rootId={rootId}
        currentId={currentId}
        onGo={async () => {
          if (isOver) leave()
        }}
      />
    </aside>
  )
}

function Sheet({ rootId, currentId }: AgentsPanelProps) {
  const { close, leave } = useAgentsPlace()
  const heading = useRef<HTMLHeadingElement>(null)
  const leaveStep = useBackStep(close)
  useEffect(() => heading.current?.focus(), [])
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={words.region}>
          <Head heading={heading} onClose={close} />
          <AgentsTree
            key={rootId}
            rootId={rootId}
            currentId={currentId}
            onGo={async () => {
              // Else the step back would come after the step to where one goes.
              await leaveStep()
              leave()
            }}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Head(props: { heading: React.RefObject<HTMLHeadingElement | null>; onClose(): void }) {
  return (
    <div className={styles.head}>
      <h2 ref={props.heading} tabIndex={-1} className={styles.title}>
        {words.title}
      </h2>
      <Button look="quiet" isIcon aria-label={words.close} onPress={props.onClose}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </div>
  )
}
