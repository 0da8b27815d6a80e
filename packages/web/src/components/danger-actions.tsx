// The end of a question before something that cannot be taken back: what went wrong with it, leaving, and doing it.

import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { DialogActions } from './dialog.tsx'
import { Failure } from './failure.tsx'

export function DangerActions(props: {
  submit: string
  error: Parameters<typeof Failure>[0]['error'] | null | undefined
  isPending: boolean
  onSubmit(): void
  onClose(): void
}) {
  return (
    <>
      {props.error ? <Failure error={props.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={props.onClose}>
          {strings.form.cancel}
        </Button>
        <Button look="danger" isPending={props.isPending} onPress={props.onSubmit}>
          {props.submit}
        </Button>
      </DialogActions>
    </>
  )
}
