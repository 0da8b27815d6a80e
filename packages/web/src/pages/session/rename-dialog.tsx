// Gives a session another title.

import { limits, type WholeSessionJson } from '@heddle/contract'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Failure } from '../../components/failure.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { dialogStrings } from '../../dialog-strings.ts'
import { strings } from '../../strings.ts'
import { useFreshSession } from './use-fresh-session.ts'

interface RenameDialogProps {
  session: WholeSessionJson
  onChanged(session: WholeSessionJson): void
  onClose(): void
}

export function RenameDialog({ session, onChanged, onClose }: RenameDialogProps) {
  const announce = useAnnounce()
  const [title, setTitle] = useState(session.title)
  const readAgain = useFreshSession(session.id, onChanged)
  const words = dialogStrings.rename
  const rename = useSubmit('changeSession', {
    done: (changed) => {
      onChanged(changed)
      announce(words.done(changed.title))
      onClose()
    },
    failed: readAgain,
  })
  const submit = () => {
    if (title.trim() === '') return rename.refuse({ title: words.missing })
    rename.submit({ path: { id: session.id }, version: session.version, body: { title: title.trim() } })
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form failures={rename.failures} onSubmit={submit}>
        {rename.error && !rename.problems.title ? <Failure error={rename.error} /> : null}
        <TextField
          label={words.label}
          name="title"
          value={title}
          onChange={(text) => {
            setTitle(text)
            rename.mend('title')
          }}
          problem={rename.problems.title}
          maxLength={limits.titleCharsMax}
        />
        <DialogActions>
          <Button onPress={onClose}>{strings.form.cancel}</Button>
          <Button type="submit" look="primary" isPending={rename.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
