// A question that has to be answered before going on; on a phone, a sheet at the bottom edge. What the focus goes back
// to, when the opener is gone by then, is said with useFocusReturn.

import { useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  onClose(): void
  /** False while a stray click or Escape would lose something, such as a text that is shown only once. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  children: React.ReactNode
}

export function Dialog({ title, onClose, isDismissable = true, role = 'dialog', children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The row of buttons at a dialog's end; the one that goes on stands last. */
export function DialogActions({ children }: { children: React.ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/**
 * Remembers what to focus when a dialog that was opened from a menu or a row closes: by then the menu's item is gone,
 * and after a removal the row is too.
 */
export function useFocusReturn(isOpen: boolean, choose: () => HTMLElement | null | undefined): void {
  const wasOpen = useRef(isOpen)
  const chooseRef = useRef(choose)
  chooseRef.current = choose
  useEffect(() => {
    const closed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!closed) return
    // React Aria restores the focus in the next frame; ours has to come after it.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => chooseRef.current()?.focus()))
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
}
