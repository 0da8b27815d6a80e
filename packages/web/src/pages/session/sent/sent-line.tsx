// Below a row: where it was sent and how far that has come, and the way to its deliveries.

import type { DeliveryJson } from '@heddle/contract'
import { Link } from 'wouter'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { strings } from '../../../strings.ts'
import { chooseDeliveryState } from '../../places/choose-delivery-state.ts'
import { nameDeliveryPlace } from '../../places/name-place.ts'
import { chooseShown } from './choose-shown.ts'
import styles from '../timeline/timeline.module.css'

const words = strings.focus.sent

export function SentLine({ items }: { items: readonly DeliveryJson[] }) {
  const shown = chooseShown(items)
  return (
    <p className={styles.quiet}>
      {shown.map(({ delivery, more }) => {
        const { glyph, word } = chooseDeliveryState(delivery)
        const label = words.label(word, nameDeliveryPlace(delivery))
        return (
          <Link
            key={delivery.id}
            href={`/deliveries?session=${delivery.sessionId ?? ''}&delivery=${delivery.id}`}
            className={styles.sent ?? ''}
          >
            <StateGlyph state={glyph} /> <bdi>{more === 0 ? label : words.more(label, more)}</bdi>
          </Link>
        )
      })}
    </p>
  )
}
