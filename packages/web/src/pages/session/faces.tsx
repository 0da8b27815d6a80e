// The faces of those who have the session open: a ring around those who look at it just now, the others paler.

import { Avatar } from '../../components/avatar.tsx'
import type { Onlooker } from '../../live/onlookers.ts'
import { useIsPhone } from '../../shell/use-is-phone.ts'
import { strings } from '../../strings.ts'
import styles from './faces.module.css'

const facesMax = 5
/** On a phone the head has room for a title and two faces. */
const phoneFacesMax = 2

export function Faces({ people }: { people: readonly Onlooker[] }) {
  const isPhone = useIsPhone()
  if (people.length === 0) return null
  const words = strings.session.onlookers
  const named = words.label(people.map(({ name, state }) => words.person(name, state)).join(', '))
  const shown = isPhone ? phoneFacesMax : facesMax
  const more = people.length - shown
  return (
    <div role="img" aria-label={named} title={named} className={styles.faces}>
      {people.slice(0, shown).map(({ id, name, state }) => (
        <span key={id} className={state === 'active' ? styles.looking : styles.pale}>
          <Avatar name={name} isSmall />
        </span>
      ))}
      {more > 0 ? <span className={styles.more}>{words.more(more)}</span> : null}
    </div>
  )
}
