// One line of text with its label, hint and problem.

import {
  FieldError,
  Group,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { strings } from '../strings.ts'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  label: string
  hint?: React.ReactNode
  problem?: string | undefined
  isOptional?: boolean
  isMono?: boolean
  /** Typed as it is meant: no capital letter, correction or spelling by the device. */
  isVerbatim?: boolean
  /** Stands before the text and is not part of it, like the @ of a handle. */
  lead?: string
  placeholder?: string
  /** Stands inside the box, behind the text. */
  trail?: React.ReactNode
}

export function TextField(props: TextFieldProps) {
  const { label, hint, problem, isOptional, isMono, isVerbatim, lead, placeholder, trail, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      className={styles.field}
    >
      <Label className={styles.label}>
        {label}
        {isOptional ? <span className={styles.optional}>{strings.form.optional}</span> : null}
      </Label>
      <Group
        className={styles.box}
        isInvalid={problem !== undefined}
        data-readonly={rest.isReadOnly ? '' : undefined}
        role="presentation"
      >
        {lead ? (
          <span className={`${styles.lead} ${isMono ? styles.mono : ''}`} aria-hidden="true">
            {lead}
          </span>
        ) : null}
        <Input
          className={`${styles.input} ${isMono ? styles.mono : ''}`}
          placeholder={placeholder}
          {...(isVerbatim ? verbatim : {})}
        />
        {trail}
      </Group>
      {problem === undefined ? null : <FieldError className={styles.problem}>{problem}</FieldError>}
      {hint === undefined ? null : (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  )
}

const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
