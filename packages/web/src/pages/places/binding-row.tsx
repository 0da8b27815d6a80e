// One place and the session that it belongs to.

import type { BindingJson } from '@heddle/contract'
import { memo } from 'react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import rows from '../../components/rows.module.css'
import { type GlyphState, StateGlyph } from '../../components/state-glyph.tsx'
import { useMe } from '../../me/me-context.tsx'
import { placeStrings } from '../../place-strings.ts'
import { BindingTimes } from './binding-times.tsx'
import { nameBinding, nameBoundPlace } from './name-place.ts'
import styles from './places.module.css'
import { tellState } from './tell-state.ts'

const words = placeStrings.bindings
const glyphs: Record<BindingJson['status'], GlyphState> = { active: 'done', ending: 'waiting', ended: 'none' }

interface BindingRowProps {
  binding: BindingJson
  onEnd(binding: BindingJson): void
}

export const BindingRow = memo(function BindingRow({ binding, onEnd }: BindingRowProps) {
  const me = useMe()
  const name = nameBinding(binding)
  const place = nameBoundPlace(binding, me.id)
  return (
    <li className={`${rows.row} ${styles.row}`} data-row={binding.bindingId}>
      <div className={rows.main}>
        <div className={styles.first}>
          <Place binding={binding} place={place} />
          <span aria-hidden="true">→</span>
          <Link href={`/sessions/${binding.targetSessionId}`}>
            <bdi>{name}</bdi>
          </Link>
        </div>
        <div className={rows.below}>
          <span>
            <span className={styles.state}>
              <StateGlyph state={glyphs[binding.status]} />
              <span dir="auto">{tellState(binding, me.name)}</span>
            </span>
          </span>
          <span dir="auto">
            {binding.boundBy === 'system' ? words.byNobody : words.by(binding.boundBy.name)}
          </span>
          {binding.metadata.opened ? <span>{words.opened}</span> : null}
          <BindingTimes binding={binding} />
        </div>
      </div>
      <div className={styles.acts}>
        {binding.mayEnd && binding.status !== 'ended' ? (
          <Button
            look="quiet"
            data-act="end"
            aria-label={words.endNamed(name, place)}
            onPress={() => onEnd(binding)}
          >
            {words.end}
          </Button>
        ) : null}
      </div>
    </li>
  )
})

/** On the web the page itself is the place, and can be opened by whoever may read it. */
function Place({ binding: { conversation }, place }: { binding: BindingJson; place: string }) {
  if (conversation.channel !== 'web' || conversation.conversationId === '') return <bdi>{place}</bdi>
  return (
    <Link href={`/sessions/${conversation.conversationId}`}>
      <bdi>{place}</bdi>
    </Link>
  )
}
