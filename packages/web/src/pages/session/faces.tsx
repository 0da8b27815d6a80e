// The faces of those who look at the session just now; paler when they look away.

import { Avatar } from '../../components/avatar.tsx'
import type { Onlooker } from '../../live/onlookers.ts'
import { strings } from '../../strings.ts'
import styles from './faces.module.css'

const facesMax = 5

export function Faces({ people }: { people: readonly Onlooker[] }) {
  if (people.length === 0) return null
  const words = strings.session.onlookers
  const named = words.label(people.map(({ name, state }) => words.person(name, state)).join(', '))
  const more = people.length - facesMax
  return (
    <div role="img" aria-label={named} title={named} className={styles.faces}>
      {people.slice(0, facesMax).map(({ id, name, state }) => (
        <span key={id} className={state === 'active' ? undefined : styles.pale}>
          <Avatar name={name} isSmall />
        </span>
      ))}
      {more > 0 ? <span className={styles.more}>{words.more(more)}</span> : null}
    </div>
  )
}
