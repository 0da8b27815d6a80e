// A quiet "Saved" beside the button, until the next change.

import { strings } from '../../strings.ts'
import styles from './settings-page.module.css'

export function SavedWord({ isShown }: { isShown: boolean }) {
  return isShown ? <span className={styles.saved}>{strings.form.saved}</span> : null
}
