// Makes an API token and shows its text, once.

import { type CreatedTokenJson, limits, type Scope } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { CheckGroup } from '../../components/check-group.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { grantableScopes } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { settingStrings } from '../../settings-strings.ts'

const expiryDays = [7, 30, 90, 365] as const

export function TokenDialog({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<CreatedTokenJson | null>(null)
  return made ? <MadeToken token={made} onClose={onClose} /> : <NewToken onMade={setMade} onClose={onClose} />
}

function NewToken({ onMade, onClose }: { onMade(token: CreatedTokenJson): void; onClose(): void }) {
  const me = useMe()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['read'])
  const [expiry, setExpiry] = useState('90')
  const format = useFormat()
  const words = settingStrings.tokens
  const make = useSubmit('createToken', {
    done: (made) => {
      void queries.invalidateQueries({ queryKey: ['listTokens'] })
      onMade(made)
    },
  })
  const submit = () => {
    const problems: Record<string, string> = {}
    if (name.trim() === '') problems.name = words.nameMissing
    if (scopes.length === 0) problems.scopes = words.scopesMissing
    if (Object.keys(problems).length > 0) return make.refuse(problems)
    const ends = expiry === 'never' ? {} : { expiresInDays: Number(expiry) }
    return make.submit({ body: { name: name.trim(), scopes, ...ends } })
  }
  return (
    <Dialog title={words.make} onClose={onClose}>
      <Form failures={make.failures} onSubmit={submit}>
        {make.error && Object.keys(make.problems).length === 0 ? <Failure error={make.error} /> : null}
        <TextField
          label={words.name}
          name="name"
          autoFocus
          hint={words.nameHint}
          value={name}
          onChange={(text) => {
            setName(text)
            make.mend('name')
          }}
          problem={make.problems.name}
          maxLength={limits.tokenNameCharsMax}
        />
        <CheckGroup
          label={words.scopesLabel}
          choices={grantableScopes(me.role).map((value) => ({ value, ...words.scopes[value] }))}
          value={scopes}
          onChange={(next) => {
            setScopes(next)
            make.mend('scopes')
          }}
          problem={make.problems.scopes}
        />
        <SelectField
          label={words.expiry}
          options={[
            ...expiryDays.map((days) => ({ value: String(days), title: format.hours(days * 24) })),
            { value: 'never', title: words.never },
          ]}
          value={expiry}
          onChange={setExpiry}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={make.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function MadeToken({ token, onClose }: { token: CreatedTokenJson; onClose(): void }) {
  const words = settingStrings.tokens.made
  return (
    <Dialog title={words.title(token.name)} onClose={onClose} isDismissable={false}>
      <ShownOnce label={words.label} text={token.token} />
      <DialogActions>
        <Button onPress={onClose}>{strings.form.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
