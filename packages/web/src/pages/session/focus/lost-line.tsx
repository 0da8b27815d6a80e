// One no longer talks to whom one wrote to. What is written stays; who hears it now is said before it goes out, with the way
// back to whom it was meant for.

import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { talkStrings } from '../../../talk-strings.ts'
import type { Lost } from './choose-lost.ts'
import styles from './focus.module.css'

const words = talkStrings

interface LostLineProps {
  lost: Lost
  /** Who hears it now. */
  next: string
  onTalk(lost: Lost): void
  onSeen(): void
}

export function LostLine({ lost, next, onTalk, onSeen }: LostLineProps) {
  const action = (
    <span className={styles.ways}>
      <Button onPress={() => onTalk(lost)}>
        <bdi className={styles.again}>{words.again(lost.name)}</bdi>
      </Button>
      <Button look="quiet" onPress={onSeen}>
        {words.dismiss}
      </Button>
    </span>
  )
  return (
    <Notice tone="wait" isAlert action={action}>
      <span dir="auto">{words.lost(lost.name, lost.why, next)}</span>
    </Notice>
  )
}
