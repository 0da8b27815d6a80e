// What is on offer, above the field. It never has the focus: the field says which option is marked.

import type { RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { strings } from '../../../strings.ts'
import styles from './suggestion-list.module.css'
import type { SuggestionState } from './use-suggestions.ts'

export function SuggestionList({
  list,
  anchor,
}: {
  list: SuggestionState
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
      <section aria-label={list.label}>
        {list.isGuess ? <p className={styles.guess}>{words.guess}</p> : null}
        <ul role="listbox" id={list.listId} aria-label={list.label} className={styles.list}>
          {list.items.map((item, place) => (
            <li
              key={item.key}
              role="option"
              id={list.optionId(place)}
              aria-label={item.name}
              aria-selected={place === list.marked}
              className={styles.option}
              onPointerMove={() => {
                if (place !== list.marked) list.mark(place)
              }}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => list.take(item)}
            >
              <span className={item.isTitlePlain ? styles.plain : styles.name} dir="auto">
                <span className={styles.title}>{item.title}</span>{' '}
                {item.usage === '' ? null : <span className={styles.usage}>{item.usage}</span>}
              </span>
              {/* Read together, they are words apart. */}{' '}
              {item.about === '' ? null : <span className={styles.about}>{item.about}</span>}
            </li>
          ))}
        </ul>
      </section>
    </Popover>
  )
}
