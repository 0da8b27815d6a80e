// A text that cannot be read again later: an invite's link, a token. It can be copied with one press.

import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAnnounce } from '../shell/status-region.tsx'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import styles from './shown-once.module.css'

interface ShownOnceProps {
  label: string
  text: string
}

export function ShownOnce({ label, text }: ShownOnceProps) {
  const box = useRef<HTMLElement>(null)
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    const isCopied = await copyText(text, box.current)
    setOutcome(isCopied ? 'copied' : 'refused')
    announce(isCopied ? strings.once.copied : strings.once.copyByHand)
  }
  return (
    <div className={styles.once}>
      <p className={styles.label}>{label}</p>
      <div className={styles.box}>
        <code ref={box} className={styles.text}>
          {text}
        </code>
      </div>
      <div className={styles.foot}>
        <Button look="primary" autoFocus onPress={() => void copy()}>
          {outcome === 'copied' ? (
            <Check size={16} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
          )}
          {outcome === 'copied' ? strings.once.copied : strings.once.copy}
        </Button>
        <p className={styles.note}>
          {outcome === 'refused' ? strings.once.copyByHand : strings.once.warning}
        </p>
      </div>
    </div>
  )
}
