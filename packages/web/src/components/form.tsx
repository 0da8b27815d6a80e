// A form that goes to the first wrong field after each attempt that failed. `failures` counts those attempts; the
// problems themselves also change while one types, which must not move the focus.

import { useEffect, useRef } from 'react'
import styles from './form.module.css'

interface FormProps {
  label?: string
  failures: number
  onSubmit(): void
  children: React.ReactNode
}

export function Form({ label, failures, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The buttons at a form's end, with a word beside them when something was saved. */
export function FormActions({ children }: { children: React.ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
