// One provider: its name and address, where it and its key are set, its models, and what can be done with it.

import type { ModelInput, ProviderJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import rows from '../../../components/rows.module.css'
import type { Format } from '../../../format/format.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './provider-row.module.css'

interface ProviderRowProps {
  provider: ProviderJson
  onChange(): void
  onRemove(): void
}

export function ProviderRow({ provider, onChange, onRemove }: ProviderRowProps) {
  const { name, baseUrl, source, keySource, kind } = provider
  const words = modelStrings
  const isDemo = kind === 'demo'
  return (
    <li className={`${rows.row} ${styles.row}`} data-row={name}>
      <div className={`${rows.main} ${styles.main}`}>
        <div className={rows.name}>
          <span className={rows.text} title={name}>
            {name}
          </span>
          <Chip>{words.sources[source]}</Chip>
        </div>
        {isDemo ? (
          <p className={styles.line}>{words.demo}</p>
        ) : (
          <p className={styles.line}>
            {baseUrl === null ? words.kinds[kind] : <code className={styles.address}>{baseUrl}</code>}
            <span className={styles.key}>
              {keySource === null ? words.noKey : words.keySources[keySource]}
            </span>
          </p>
        )}
        {isDemo ? null : <ModelNames provider={provider} />}
        {source === 'file' ? <p className={styles.line}>{words.fileHint(name)}</p> : null}
      </div>
      {source === 'web' ? (
        <div className={styles.actions}>
          <Button look="quiet" aria-label={words.changeNamed(name)} onPress={onChange}>
            {words.change}
          </Button>
          <Button look="quiet" aria-label={words.removeNamed(name)} onPress={onRemove}>
            {words.remove}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function ModelNames({ provider }: { provider: ProviderJson }) {
  const format = useFormat()
  const words = modelStrings
  const { name, models } = provider
  if (models.length === 0) return <p className={styles.line}>{words.anyModel}</p>
  return (
    <details className={styles.details}>
      <summary>
        <ChevronRight className={styles.arrow} size={12} strokeWidth={1.5} aria-hidden="true" />
        {words.models(models.length, format.count(models.length))}
      </summary>
      <ul className={styles.models} aria-label={words.showModels(name)}>
        {models.map((model) => (
          <li key={model.id} className={styles.model}>
            <code>{model.id}</code>
            <span className={styles.facts}>{factsOf(model, format)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function factsOf(
  {
    contextTokens,
    cost,
    vision,
  }: Pick<ModelInput, 'cost' | 'vision'> & { contextTokens?: number | undefined },
  format: Pick<Format, 'count'>,
): string {
  const words = modelStrings
  const facts = [
    contextTokens === undefined ? undefined : words.context(format.count(contextTokens)),
    cost ? words.price(format.count(cost.input), format.count(cost.output)) : words.noPrice,
    vision ? words.vision : undefined,
  ]
  return facts.filter((fact) => fact !== undefined).join(' · ')
}
