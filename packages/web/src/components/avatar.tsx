// A person's face until there are pictures: initials inside a ring. The ring is the thread; for oneself it is inked.
// The letters are drawn by the style sheet: they are a picture, and no part of the text around them.

import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  isSelf?: boolean
  /** In a row of text. */
  isSmall?: boolean
}

export function Avatar({ name, isSelf = false, isSmall = false }: AvatarProps) {
  return (
    <span
      className={`${styles.avatar} ${isSelf ? styles.self : ''} ${isSmall ? styles.small : ''}`}
      data-letters={initialsOf(name)}
      aria-hidden="true"
    />
  )
}
