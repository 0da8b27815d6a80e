// All shortcuts by group, with the keys that one has.

import { Link } from 'wouter'
import { Button } from '../components/button.tsx'
import { Dialog, DialogActions } from '../components/dialog.tsx'
import { useInbox } from '../inbox/inbox-context.tsx'
import { keyboardStrings } from '../keyboard-strings.ts'
import styles from './help-sheet.module.css'
import { useKeyChoice, useShortcuts } from './shortcut-context.tsx'
import { keysOf, type ShortcutGroup } from './shortcuts.ts'
import { chooseShortcuts, sessionKeys, wordsOfKeys } from './show-shortcuts.ts'

const allGroups: readonly ShortcutGroup[] = ['everywhere', 'session', 'list', 'inbox', 'go']

export function HelpSheet({ onClose }: { onClose(): void }) {
  const choice = useKeyChoice()
  const hasInbox = useInbox().isOn !== false
  const groups = allGroups.filter((group) => hasInbox || group !== 'inbox')
  const words = keyboardStrings.shortcuts
  return (
    <Dialog title={words.title} onClose={onClose}>
      {groups.map((group) => (
        <section key={group} className={styles.group}>
          <h3>{words.groups[group]}</h3>
          <dl className={styles.list}>
            {chooseShortcuts(hasInbox)
              .filter((shortcut) => shortcut.group === group && (choice.areOn || !shortcut.isSingle))
              .map((shortcut) => (
                <div key={shortcut.id} className={styles.row}>
                  <dt>{words.names[shortcut.id]}</dt>
                  <dd>
                    <Keys keys={keysOf(shortcut, choice)} />
                  </dd>
                </div>
              ))}
            {group === 'session'
              ? sessionKeys.map(({ id, keys }) => (
                  <div key={id} className={styles.row}>
                    <dt>{words.sessionKeys[id]}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))
              : null}
          </dl>
        </section>
      ))}
      {choice.areOn ? null : <p className={styles.off}>{words.areOff}</p>}
      <DialogActions>
        <Link href="/settings/keyboard" className={styles.change} onClick={onClose}>
          {words.change}
        </Link>
        <Button onPress={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

export function Keys({ keys }: { keys: string }) {
  const { isMac } = useShortcuts()
  const parts = wordsOfKeys(keys, isMac)
  const isPair = keys.includes(' ')
  return (
    <span className={styles.keys}>
      {parts.map((part, index) => (
        <span key={`${part} ${index}`} className={styles.part}>
          {index > 0 && isPair ? (
            <span className={styles.then}>{keyboardStrings.shortcuts.nextKey}</span>
          ) : null}
          <kbd className={styles.key}>{part}</kbd>
        </span>
      ))}
    </span>
  )
}
