// Single-key shortcuts: on or off, and which key does what. Kept in this browser; a choice holds at once.

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useInbox } from '../../inbox/inbox-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useKeyChoice, useShortcuts } from '../../shell/shortcut-context.tsx'
import { judgeKeys, type KeyChoice, type KeyProblem, keysOf, type Shortcut } from '../../shell/shortcuts.ts'
import { chooseShortcuts } from '../../shell/show-shortcuts.ts'
import { useAnnounce } from '../../shell/status-region.tsx'
import { keyboardStrings } from '../../keyboard-strings.ts'
import styles from './keyboard-section.module.css'

export function KeyboardSection() {
  const { keyboard } = useShortcuts()
  const choice = useKeyChoice()
  const announce = useAnnounce()
  /** Counts on when the standard keys come back, so that the fields show them. */
  const [resets, setResets] = useState(0)
  const hasInbox = useInbox().isOn !== false
  const words = keyboardStrings.keyboard
  const save = (next: KeyChoice) => {
    keyboard.write(next)
    announce(words.saved)
  }
  return (
    <>
      <PageHeader title={words.title} about={words.about} />
      <ChoiceGroup
        isRow
        label={words.areOn}
        choices={[
          { value: 'on', title: words.on },
          { value: 'off', title: words.off },
        ]}
        value={choice.areOn ? 'on' : 'off'}
        onChange={(value) => save({ ...choice, areOn: value === 'on' })}
        hint={words.offHint}
      />
      {choice.areOn ? (
        <>
          <ul className={styles.keys} key={resets}>
            {chooseShortcuts(hasInbox)
              .filter(({ isSingle }) => isSingle)
              .map((shortcut) => (
                <KeyRow key={shortcut.id} shortcut={shortcut} choice={choice} onChange={save} />
              ))}
          </ul>
          <p className={styles.hint}>{words.hint}</p>
          <div>
            <Button
              onPress={() => {
                save({ ...choice, keys: {} })
                setResets((last) => last + 1)
              }}
            >
              {words.reset}
            </Button>
          </div>
        </>
      ) : null}
    </>
  )
}

function KeyRow(props: { shortcut: Shortcut; choice: KeyChoice; onChange(choice: KeyChoice): void }) {
  const { shortcut, choice, onChange } = props
  const held = keysOf(shortcut, choice)
  const [typed, setTyped] = useState(held)
  const name = keyboardStrings.shortcuts.names[shortcut.id]
  const problem = typed === held ? undefined : judgeKeys(shortcut.id, typed.trim(), choice)
  return (
    <li>
      <TextField
        label={name}
        isVerbatim
        isMono
        value={typed}
        maxLength={3}
        onChange={(text) => {
          setTyped(text)
          if (judgeKeys(shortcut.id, text.trim(), choice) !== undefined) return
          onChange({ ...choice, keys: { ...choice.keys, [shortcut.id]: text.trim() } })
        }}
        problem={problem && explain(problem)}
      />
    </li>
  )
}

function explain(problem: KeyProblem): string {
  const words = keyboardStrings.keyboard
  if (problem.kind === 'malformed') return words.malformed
  return words[problem.kind](keyboardStrings.shortcuts.names[problem.by])
}
