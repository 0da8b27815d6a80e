// Finds a member by name or handle. The field keeps the focus; the arrows mark, Enter or a press takes. Whoever types a
// whole handle needs no list.

import { limits, type PersonJson } from '@heddle/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Avatar } from '../../components/avatar.tsx'
import field from '../../components/field.module.css'
import { useAnnounce } from '../../shell/status-region.tsx'
import { dialogStrings } from '../../dialog-strings.ts'
import { choosePicked, stepMark } from './choose-picked.ts'
import styles from './person-picker.module.css'

interface PersonPickerProps {
  /** Ids of those who take part already. */
  taken: readonly string[]
  problem: string | undefined
  /** Someone was just added: the field has the focus again. */
  isAgain: boolean
  onTyped(): void
  onChoose(handle: string): void
}

export function PersonPicker({ taken, problem, isAgain, onTyped, onChoose }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState<number | undefined>(undefined)
  const found = useFound(typed, taken)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const words = dialogStrings.people
  const people = found.people ?? []
  const isOpen = people.length > 0
  useEffect(() => {
    if (isAgain) input.current?.focus()
  }, [isAgain])
  const take = (person: PersonJson) => {
    setTyped(person.handle)
    onChoose(person.handle)
  }
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {words.add}
      </label>
      <div className={field.box} data-invalid={problem === undefined ? undefined : ''}>
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          className={field.input}
          placeholder={words.find}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={marked === undefined ? undefined : `${id}-${marked}`}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={`${id}-about`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.searchTextCharsMax}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMarked(undefined)
            onTyped()
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const next = stepMark(event.key, marked, people.length)
            if (next !== undefined) {
              event.preventDefault()
              return setMarked(next)
            }
            if (event.key !== 'Enter') return
            event.preventDefault()
            onChoose(choosePicked(typed, people, marked, found.isCurrent))
          }}
        />
      </div>
      <p id={`${id}-about`} className={problem === undefined ? field.hint : field.problem}>
        {problem ?? words.addHint}
      </p>
      {isOpen ? (
        <ul id={`${id}-list`} role="listbox" aria-label={words.found} className={styles.list}>
          {people.map((person, place) => (
            <li
              key={person.id}
              id={`${id}-${place}`}
              role="option"
              aria-label={words.option(person.name, person.handle)}
              aria-selected={place === marked}
              className={styles.option}
              onPointerMove={() => setMarked(place)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <Avatar name={person.name} isSmall />
              <span className={styles.name} dir="auto">
                {person.name}
              </span>
              <span className={styles.handle}>@{person.handle}</span>
            </li>
          ))}
        </ul>
      ) : found.hasFailed ? (
        <p className={field.hint}>{words.notFound}</p>
      ) : found.people && typed.trim() !== '' ? (
        <p className={field.hint}>{words.nobody(typed.trim())}</p>
      ) : null}
    </div>
  )
}

const pauseMs = 150
const shownMax = 6

function useFound(typed: string, taken: readonly string[]) {
  const announce = useAnnounce()
  const wanted = typed.trim().replace(/^@/, '')
  const [text, setText] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const query = { limit: shownMax + taken.length, ...(text === '' ? {} : { text }) }
  const found = useRead('listMembers', {
    query: { ...query, limit: Math.min(query.limit, limits.pageItemsMax) },
  })
  const people = found.data?.items.filter(({ id }) => !taken.includes(id)).slice(0, shownMax)
  const count = people?.length
  useEffect(() => {
    if (text !== '' && count !== undefined) announce(dialogStrings.people.matches(count), false)
  }, [announce, text, count])
  return { people, isCurrent: text === wanted, hasFailed: found.isError }
}
