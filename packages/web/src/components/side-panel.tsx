// What stands beside the session: on a desk at its side, as wide as the reader pulled it, on a tablet over its edge, on a
// phone a sheet that the step back closes. Opening moves the focus to its heading; Escape closes it.

import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useSidePlace } from '../shell/side-place.tsx'
import { useBackStep } from '../shell/use-back-step.ts'
import { useBreadth } from '../shell/use-is-phone.ts'
import { Button } from './button.tsx'
import { SideEdge, useSideWidth } from './side-edge.tsx'
import styles from './side-panel.module.css'

interface SidePanelProps {
  /** What it is called among the parts of the page. */
  region: string
  title: string
  closeLabel: string
  /** Beside the title. */
  head?: ReactNode
  /** `leave`: makes way for something else on the page, where the panel covers it. */
  children(leave: () => Promise<void>): ReactNode
}

export function SidePanel(props: SidePanelProps) {
  const breadth = useBreadth()
  return breadth === 'phone' ? <Sheet {...props} /> : <Aside {...props} isOver={breadth === 'tablet'} />
}

function Aside({ isOver, ...props }: SidePanelProps & { isOver: boolean }) {
  const { close, leave } = useSidePlace()
  const heading = useHeading()
  const [width, setWidth] = useSideWidth()
  return (
    <aside
      aria-label={props.region}
      className={styles.aside}
      data-over={isOver ? '' : undefined}
      data-region="panel"
      style={isOver ? undefined : { width: `min(${width}px, 45vw)` }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      {isOver ? null : <SideEdge width={width} onWidth={setWidth} />}
      <Head {...props} heading={heading} />
      {props.children(async () => {
        if (isOver) leave()
      })}
    </aside>
  )
}

function Sheet(props: SidePanelProps) {
  const { close, leave } = useSidePlace()
  const heading = useHeading()
  const leaveStep = useBackStep(close)
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={props.region}>
          <Head {...props} heading={heading} />
          {props.children(async () => {
            // Else the step back would come after the step to where one goes.
            await leaveStep()
            leave()
          })}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Head(props: SidePanelProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  const { close } = useSidePlace()
  return (
    <div className={styles.head}>
      <h2 ref={props.heading} tabIndex={-1} className={styles.title}>
        {props.title}
      </h2>
      {props.head}
      <Button look="quiet" isIcon aria-label={props.closeLabel} onPress={close}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </div>
  )
}

function useHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
