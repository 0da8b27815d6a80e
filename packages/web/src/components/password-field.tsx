// A password that can be looked at while it is typed.

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { strings } from '../strings.ts'
import styles from './password-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trail' | 'isMono' | 'isVerbatim'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      isVerbatim
      trail={
        <ToggleButton
          className={styles.toggle ?? ''}
          isSelected={isShown}
          onChange={setShown}
          aria-label={strings.form.showPassword}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </ToggleButton>
      }
    />
  )
}
