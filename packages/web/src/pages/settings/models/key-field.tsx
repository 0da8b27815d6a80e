// The key of a provider: typed once, shown on request, and never read back. Says whether there is one already.

import type { ProviderJson } from '@heddle/contract'
import { Check, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Checkbox, ToggleButton } from 'react-aria-components'
import choice from '../../../components/choice.module.css'
import password from '../../../components/password-field.module.css'
import { TextField } from '../../../components/text-field.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './key-field.module.css'

interface KeyFieldProps {
  value: string
  onChange(text: string): void
  forgets: boolean
  onForget(forgets: boolean): void
  /** Where there is a key already. */
  keySource: ProviderJson['keySource']
  isNeeded: boolean
  problem: string | undefined
}

export function KeyField(props: KeyFieldProps) {
  const { value, onChange, forgets, onForget, keySource, isNeeded, problem } = props
  const [isShown, setShown] = useState(false)
  const words = modelStrings.form
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className={styles.key}>
      <TextField
        label={words.key}
        name="key"
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={onChange}
        isOptional={!isNeeded}
        isMono
        isVerbatim
        // Not a password of this place: nothing here shall offer to keep it.
        autoComplete="off"
        maxLength={4_096}
        problem={problem}
        hint={hintOf(keySource, isNeeded)}
        trail={
          <ToggleButton
            className={password.toggle ?? ''}
            isSelected={isShown}
            onChange={setShown}
            aria-label={words.showKey}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </ToggleButton>
        }
      />
      {keySource === 'secret' && value === '' ? (
        <Checkbox className={`${choice.choice} ${styles.forget}`} isSelected={forgets} onChange={onForget}>
          <span className={`${choice.mark} ${choice.square}`} aria-hidden="true">
            <Check size={12} strokeWidth={2.5} />
          </span>
          <span className={choice.title}>{words.forgetKey}</span>
        </Checkbox>
      ) : null}
    </div>
  )
}

function hintOf(source: ProviderJson['keySource'], isNeeded: boolean): string {
  const words = modelStrings.form
  switch (source) {
    case 'secret':
      return words.keyKept
    case 'environment':
      return words.keyElsewhere(modelStrings.keySources.environment)
    case 'file':
      return words.keyFromFile
    case null:
      return isNeeded ? words.keyHint : words.keyNotNeeded
  }
}
