// The commands on offer, above the field. It never has the focus: the field says which option is marked.

import type { RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { strings } from '../../../strings.ts'
import styles from './completion-list.module.css'
import type { CompletionState } from './use-completion.ts'

export function CompletionList({
  list,
  anchor,
}: {
  list: CompletionState
  anchor: RefObject<HTMLElement | null>
}) {
  const words = strings.composer.completion
  return (
    <Popover
      isOpen
      isNonModal
      triggerRef={anchor}
      placement="top start"
      offset={4}
      maxHeight={320}
      className={styles.popover ?? ''}
    >
      {/* It is drawn at the end of the page, outside of every other landmark. */}
      <section aria-label={words.label}>
        {list.isGuess ? <p className={styles.guess}>{words.guess}</p> : null}
        <ul role="listbox" id={list.listId} aria-label={words.label} className={styles.list}>
          {list.items.map((item, place) => (
            <li
              key={item.name}
              role="option"
              id={list.optionId(item.name)}
              aria-selected={place === list.marked}
              className={styles.option}
              onPointerMove={() => {
                if (place !== list.marked) list.mark(place)
              }}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => list.take(item)}
            >
              <span className={styles.name}>
                {`/${item.name}`}{' '}
                {item.usage === '' ? null : <span className={styles.usage}>{item.usage}</span>}
              </span>
              {item.about === '' ? null : <span className={styles.about}>{item.about}</span>}
            </li>
          ))}
        </ul>
      </section>
    </Popover>
  )
}
