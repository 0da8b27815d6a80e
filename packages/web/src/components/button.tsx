// A verb to press. `primary` is the one thing a view is for, `plain` the usual, `quiet` for rows and corners, `danger`
// for what cannot be taken back.

import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './button.module.css'
import { StateGlyph } from './state-glyph.tsx'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  look?: ButtonLook
  /** Square, for a single icon; needs an aria-label. */
  isIcon?: boolean
  /** At work: keeps its place and the focus, and does nothing when pressed. */
  isPending?: boolean
  /** Nothing to do for now: as `isPending`, without the sign of work. Where `isDisabled` would lose the focus. */
  isAtRest?: boolean
  ref?: React.Ref<HTMLButtonElement>
  children: React.ReactNode
}

export function Button({
  look = 'plain',
  isIcon = false,
  isPending = false,
  isAtRest = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...(isPending || isAtRest ? { 'aria-disabled': true, onPress: nothing } : {})}
      data-pending={isPending ? '' : undefined}
      data-at-rest={isAtRest ? '' : undefined}
      className={`${styles.button} ${styles[look]} ${isIcon ? styles.icon : ''}`}
    >
      {isPending ? <StateGlyph state="running" /> : null}
      {children}
    </AriaButton>
  )
}

function nothing(): void {}
