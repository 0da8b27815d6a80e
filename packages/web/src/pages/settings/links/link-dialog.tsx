// Links an account, either way round: by the code that /link showed there, or by one that is said there.

import { type LinkJson, limits, type OfferedLinkJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Form } from '../../../components/form.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { linkStrings } from '../../../channel-strings.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { OfferedCode } from './offered-code.tsx'

export function LinkDialog({ onClose }: { onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [offered, setOffered] = useState<OfferedLinkJson | null>(null)
  const done = ({ name }: LinkJson) => {
    announce(linkStrings.adding.done(name))
    void queries.invalidateQueries({ queryKey: ['listLinks'] })
    onClose()
  }
  return offered ? (
    <OfferedCode offered={offered} onLinked={done} onClose={onClose} />
  ) : (
    <EnterCode onOffered={setOffered} onLinked={done} onClose={onClose} />
  )
}

interface EnterCodeProps {
  onOffered(offered: OfferedLinkJson): void
  onLinked(link: LinkJson): void
  onClose(): void
}

function EnterCode({ onOffered, onLinked, onClose }: EnterCodeProps) {
  const words = linkStrings.adding
  const [code, setCode] = useState('')
  const link = useSubmit('createLink', {
    done: (made) => {
      if ('code' in made) onOffered(made)
      else onLinked(made)
    },
  })
  const submit = () =>
    code.trim() === ''
      ? link.refuse({ code: words.codeMissing })
      : link.submit({ body: { code: code.trim() } })
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form failures={link.failures} onSubmit={submit}>
        {link.error && Object.keys(link.problems).length === 0 ? <Failure error={link.error} /> : null}
        <TextField
          label={words.code}
          name="code"
          autoFocus
          autoComplete="off"
          isMono
          isVerbatim
          hint={words.codeHint}
          value={code}
          onChange={(text) => {
            setCode(text)
            link.mend('code')
          }}
          problem={link.problems.code}
          maxLength={limits.linkCodeCharsMax}
        />
        <p>{words.other}</p>
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button isAtRest={link.isPending} onPress={() => link.submit({ body: {} })}>
            {words.offer}
          </Button>
          <Button type="submit" look="primary" isPending={link.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
