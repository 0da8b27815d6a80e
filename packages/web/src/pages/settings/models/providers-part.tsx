// The providers as a list, the model that agents use unless they say otherwise, and the offer that follows a save.

import { limits, type ProviderJson } from '@heddle/contract'
import { Plus } from 'lucide-react'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { useRowDialog } from '../../../components/row-dialog.ts'
import rows from '../../../components/rows.module.css'
import { PageHeader } from '../../../shell/page-header.tsx'
import { modelStrings } from '../../../models-strings.ts'
import { ProviderRow } from './provider-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { StandardModel } from './standard-model.tsx'
import { StandardOffer } from './standard-offer.tsx'

interface ProvidersPartProps {
  /** The provider that was saved a moment ago. */
  saved: string | null
  onSettled(): void
  onAdd(): void
  onChange(name: string): void
}

export function ProvidersPart({ saved, onSettled, onAdd, onChange }: ProvidersPartProps) {
  const found = useRead('listProviders', {})
  const dialog = useRowDialog<ProviderJson>((provider) => provider.name)
  const words = modelStrings
  const items = found.data?.items
  const isFull = (items?.length ?? 0) >= limits.providersMax
  const fresh = items?.find((provider) => provider.name === saved)
  const add = (
    <Button look="primary" isDisabled={isFull} onPress={onAdd}>
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {words.add}
    </Button>
  )
  return (
    <>
      <PageHeader title={words.title} about={words.about} action={add} />
      {isFull ? <p>{words.full(limits.providersMax)}</p> : null}
      {fresh ? <StandardOffer key={fresh.name} provider={fresh} onSettled={onSettled} /> : null}
      {items ? (
        <>
          {items.some((provider) => provider.kind !== 'demo') ? null : <EmptyState>{words.none}</EmptyState>}
          <div ref={dialog.list} tabIndex={-1} role="group" aria-label={words.listLabel}>
            <ul className={rows.rows}>
              {items.map((provider) => (
                <ProviderRow
                  key={provider.name}
                  provider={provider}
                  onChange={() => onChange(provider.name)}
                  onRemove={() => dialog.ask(provider)}
                />
              ))}
            </ul>
          </div>
          <StandardModel />
        </>
      ) : found.error instanceof CallError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading>{words.loading}</Loading>
      )}
      {dialog.asked ? <RemoveDialog provider={dialog.asked} onClose={dialog.close} /> : null}
    </>
  )
}
