// One setting: its value, where that comes from, and the way back to the default.

import type { SettingJson } from '@heddle/contract'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { TextField } from '../../components/text-field.tsx'
import { settingStrings } from '../../settings-strings.ts'
import { kindOf } from './read-setting.ts'
import styles from './setting-field.module.css'

interface SettingFieldProps {
  item: SettingJson
  text: string
  problem: string | undefined
  onChange(text: string): void
  onReset(): void
}

export function SettingField({ item, text, problem, onChange, onReset }: SettingFieldProps) {
  const words = settingStrings.team
  const kind = kindOf(item.key)
  const isFixed = item.source === 'file' || kind === 'unknown'
  const label = words.labels[item.key] ?? item.key
  return (
    <div className={styles.setting}>
      <TextField
        label={label}
        name={item.key}
        value={text}
        onChange={onChange}
        isReadOnly={isFixed}
        isMono={kind === 'unknown'}
        inputMode={kind === 'number' ? 'numeric' : 'text'}
        problem={problem}
        hint={item.description}
      />
      <div className={styles.foot}>
        <Chip>{words.sources[item.source]}</Chip>
        <code className={styles.key}>{item.key}</code>
        {item.source === 'web' ? (
          <Button look="quiet" aria-label={words.resetNamed(label)} onPress={onReset}>
            {words.reset}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
