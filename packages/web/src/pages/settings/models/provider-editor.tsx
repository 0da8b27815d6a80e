// The page on which a provider is added or changed: finds what there is to change, then hands over to the form.

import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { PageHeader } from '../../../shell/page-header.tsx'
import { modelStrings } from '../../../models-strings.ts'
import { ProviderForm } from './provider-form.tsx'
import styles from './provider-form.module.css'

interface ProviderEditorProps {
  /** Undefined for a new one. */
  name: string | undefined
  onSaved(name: string): void
  onLeave(): void
}

export function ProviderEditor({ name, onSaved, onLeave }: ProviderEditorProps) {
  const words = modelStrings.form
  return (
    <>
      <Link href="/settings/models" className={styles.back}>
        <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.back}
      </Link>
      {name === undefined ? (
        <PageHeader title={words.addTitle} about={words.addAbout} />
      ) : (
        <PageHeader title={words.changeTitle(name)} />
      )}
      <FoundProvider name={name} onSaved={onSaved} onLeave={onLeave} />
    </>
  )
}

function FoundProvider({ name, onSaved, onLeave }: ProviderEditorProps) {
  const { data, error, refetch } = useRead('listProviders', {})
  const words = modelStrings.form
  if (!data) {
    if (error instanceof CallError) return <Failure error={error} onRetry={() => void refetch()} />
    return <Loading>{modelStrings.loading}</Loading>
  }
  const provider = data.items.find((candidate) => candidate.name === name)
  if (name !== undefined && !provider) return <EmptyState>{words.notThere(name)}</EmptyState>
  if (provider && provider.source !== 'web') return <EmptyState>{words.fromFile(provider.name)}</EmptyState>
  const taken = data.items.map((item) => item.name).filter((other) => other !== name)
  return <ProviderForm provider={provider} taken={taken} onSaved={onSaved} onLeave={onLeave} />
}
