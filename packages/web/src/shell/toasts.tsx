// Short messages that can be undone, at the bottom edge but above where one writes. The one status region says them.

import { createContext, type ReactNode, use, useRef, useState, useSyncExternalStore } from 'react'
import { X } from 'lucide-react'
import { Button } from '../components/button.tsx'
import { strings } from '../strings.ts'
import { useShortcut } from './shortcut-context.tsx'
import { useAnnounce } from './status-region.tsx'
import { createToastStack, type ShownToast, type Toast, type ToastStack } from './toast-stack.ts'
import styles from './toasts.module.css'
import { usePlaceAbove } from './use-place-above.ts'

export type { Toast } from './toast-stack.ts'

const ToastContext = createContext<(toast: Toast) => void>(() => {})

export function useToast(): (toast: Toast) => void {
  return use(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const announce = useAnnounce()
  const [stack] = useState(() => createToastStack({ now: Date.now, after }))
  const [show] = useState(() => (toast: Toast) => stack.show(toast))
  const heard = useRef(announce)
  heard.current = announce
  const [say] = useState(() => (toast: Toast) => {
    show(toast)
    heard.current(toast.text, false)
  })
  return (
    <ToastContext value={say}>
      {children}
      <Toasts stack={stack} />
    </ToastContext>
  )
}

function Toasts({ stack }: { stack: ToastStack }) {
  const shown = useSyncExternalStore(stack.subscribe, stack.shown)
  const list = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  usePlaceAbove(shown.length > 0)
  useShortcut('toasts', () => {
    cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    list.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
  })
  const leave = (act: () => void) => {
    // The button that has the focus is about to be gone.
    const hadFocus = list.current?.contains(document.activeElement) ?? false
    act()
    if (stack.shown().length === 0) stack.resume()
    if (hadFocus) (cameFrom.current ?? document.getElementById('content'))?.focus()
  }
  if (shown.length === 0) return null
  return (
    <section
      ref={list}
      className={styles.toasts}
      aria-label={strings.shell.toasts.label}
      data-react-aria-top-layer="true"
      onPointerEnter={stack.pause}
      onPointerLeave={stack.resume}
      onFocus={stack.pause}
      onBlur={stack.resume}
    >
      <ul className={styles.list}>
        {shown.map((toast) => (
          <ToastRow
            key={toast.id}
            toast={toast}
            onUndo={() => leave(() => stack.undo(toast.id))}
            onDismiss={() => leave(() => stack.dismiss(toast.id))}
          />
        ))}
      </ul>
    </section>
  )
}

function ToastRow(props: { toast: ShownToast; onUndo(): void; onDismiss(): void }) {
  const { toast, onUndo, onDismiss } = props
  const words = strings.shell.toasts
  return (
    <li className={`${styles.toast} ${toast.tone === 'bad' ? styles.bad : ''}`}>
      <span className={styles.text}>{toast.text}</span>
      {toast.undo ? <Button onPress={onUndo}>{words.undo}</Button> : null}
      <Button look="quiet" isIcon aria-label={`${words.dismiss}: ${toast.text}`} onPress={onDismiss}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </li>
  )
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
