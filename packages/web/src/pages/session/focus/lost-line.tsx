// One no longer talks to whom one wrote to. What is written stays; who hears it now is said before it goes out.

import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { strings } from '../../../strings.ts'
import type { Lost } from './choose-lost.ts'

const words = strings.focus

export function LostLine({ lost, next, onSeen }: { lost: Lost; next: string; onSeen(): void }) {
  return (
    <Notice tone="wait" isAlert action={<Button onPress={onSeen}>{words.dismiss}</Button>}>
      <span dir="auto">{words.lost(lost.name, lost.why, next)}</span>
    </Notice>
  )
}
