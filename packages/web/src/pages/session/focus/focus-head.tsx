// Above the timeline while one talks to another session: which of the two is shown, and the way to the other.

import { ArrowLeft } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { chooseThread } from '../../../components/choose-thread.ts'
import { strings } from '../../../strings.ts'
import styles from './focus.module.css'
import type { Hearer } from './hearer.ts'

const words = strings.focus.head

interface FocusHeadProps {
  hearer: Hearer
  isChildShown: boolean
  onShow(isChild: boolean): void
}

export function FocusHead({ hearer, isChildShown, onShow }: FocusHeadProps) {
  const { focus, name } = hearer
  return (
    <section aria-label={words.label} className={styles.head} data-thread={chooseThread(focus.agentId)}>
      <Button look="quiet" onPress={() => onShow(!isChildShown)}>
        {isChildShown ? <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" /> : null}
        <bdi className={styles.name}>{isChildShown ? words.toChat : words.toChild(name)}</bdi>
      </Button>
      <p className={styles.about} dir="auto">
        {isChildShown ? words.child(name) : words.chat(name)}
      </p>
    </section>
  )
}
