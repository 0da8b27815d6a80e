// What stands under the field: what the keys do, who types, how much room is left.

import { limits } from '@heddle/contract'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from '../composer.module.css'

const nearLimitChars = 2_000

export function KeyHint({ isRunning, isTouch }: { isRunning: boolean; isTouch: boolean }) {
  const { idle, running, touch, chord } = strings.composer.keys
  const isMac = /^(Mac|iP)/.test(navigator.platform)
  return (
    <p id="composer-hint" className={`${styles.hint} ${styles.keys}`}>
      {isTouch ? touch : isRunning ? running(isMac ? chord.mac : chord.other) : idle}
    </p>
  )
}

/** In no live region: it comes and goes with every pause. */
export function Typing({ names }: { names: readonly string[] }) {
  const words = strings.session.onlookers
  const [first, second] = names
  if (first === undefined) return null
  return (
    <p className={styles.hint}>
      {names.length > 2
        ? words.manyType
        : second === undefined
          ? words.types(first)
          : words.twoType(first, second)}
    </p>
  )
}

export function Counter({ length }: { length: number }) {
  const format = useFormat()
  const left = limits.messageCharsMax - length
  if (left > nearLimitChars) return null
  const words = strings.session.composer
  return (
    <p className={left < 0 ? styles.problem : styles.hint}>
      {left < 0 ? words.over(format.count(-left)) : words.near(format.count(left))}
    </p>
  )
}
