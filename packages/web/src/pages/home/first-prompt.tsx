// What stands in a session before anybody said something: one sentence with one thing to try, which a press sends at
// once, and a few more.

import { type MouseEvent, useState } from 'react'
import { strings } from '../../strings.ts'
import styles from './first-prompt.module.css'

interface FirstPromptProps {
  /** False: it could not be taken, and can be pressed again. */
  onSend(text: string): boolean
}

export function FirstPrompt({ onSend }: FirstPromptProps) {
  const [isSent, setSent] = useState(false)
  const words = strings.home.first
  const [first = '', ...others] = words.prompts
  const send = (text: string) => (event: MouseEvent) => {
    const main = event.currentTarget.closest('main')
    if (!onSend(text)) return
    // It goes away with the first message, and so that two quick presses do not say two things; the focus stays near.
    main?.focus({ preventScroll: true })
    setSent(true)
  }
  if (isSent) return null
  return (
    <div className={styles.first}>
      <p className={styles.sentence}>
        {words.sentence}{' '}
        <button type="button" className={styles.inline} onClick={send(first)}>
          {first}
        </button>
        .
      </p>
      <ul className={styles.others} aria-label={words.label}>
        {others.map((prompt) => (
          <li key={prompt}>
            <button type="button" className={styles.prompt} onClick={send(prompt)}>
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
