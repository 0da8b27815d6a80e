// Asks before a provider goes, and says who uses it.

import type { ProviderJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRead } from '../../../api/use-read.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { modelStrings } from '../../../models-strings.ts'
import { refreshModels } from './refresh-models.ts'
import { useStandardModel } from './use-standard-model.ts'

export function RemoveDialog({ provider, onClose }: { provider: ProviderJson; onClose(): void }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const agents = useRead('listAgents', {})
  const words = modelStrings.removing
  const { name } = provider
  const isOfIt = (model: string | null) => model?.startsWith(`${name}/`) === true
  const users = (agents.data?.items ?? []).filter(({ model }) => isOfIt(model)).map((agent) => agent.name)
  const remove = useSubmit('removeProvider', {
    done: () => {
      refreshModels(queries)
      announce(words.done(name))
      onClose()
    },
  })
  // The server keeps the model of all agents from going; so that goes back to automatic first.
  const standard = useStandardModel(() => remove.submit({ path: { name } }))
  const isStandard = isOfIt(standard.name) && !standard.isInFile
  const submit = () => (isStandard ? standard.choose(null) : remove.submit({ path: { name } }))
  return (
    <Dialog title={words.title(name)} role="alertdialog" onClose={onClose}>
      <p>{words.text}</p>
      {agents.data ? <p>{users.length === 0 ? words.unused : words.used(users)}</p> : null}
      {isStandard && standard.name !== null ? <p>{words.standard(standard.name)}</p> : null}
      {standard.error ? <Failure error={standard.error} /> : null}
      {remove.error ? <Failure error={remove.error} /> : null}
      <DialogActions>
        <Button autoFocus onPress={onClose}>
          {strings.form.cancel}
        </Button>
        <Button look="danger" isPending={remove.isPending || standard.isPending} onPress={submit}>
          {words.submit(name)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
