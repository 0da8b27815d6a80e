// After a provider was saved: whether all agents shall use one of its models.

import type { ProviderJson } from '@heddle/contract'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { SelectField } from '../../../components/select-field.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './standard-offer.module.css'
import { useStandardModel } from './use-standard-model.ts'

export function StandardOffer({ provider, onSettled }: { provider: ProviderJson; onSettled(): void }) {
  const standard = useStandardModel(onSettled)
  const names = provider.models.map(({ id }) => `${provider.name}/${id}`)
  const [name, setName] = useState(names[0] ?? '')
  const words = modelStrings.offer
  const isUsed = standard.name !== null && names.includes(standard.name)
  if (!standard.isThere || standard.isInFile || name === '' || isUsed) return null
  return (
    <section className={styles.offer} aria-label={words.title(provider.name)}>
      <div>
        <h2>{words.title(provider.name)}</h2>
        <p className={styles.text}>{words.text}</p>
      </div>
      {standard.error ? <Failure error={standard.error} /> : null}
      <SelectField
        label={words.model}
        options={names.map((value) => ({ value, title: value }))}
        value={name}
        onChange={setName}
      />
      <div className={styles.actions}>
        <Button look="primary" isPending={standard.isPending} onPress={() => standard.choose(name)}>
          {words.use}
        </Button>
        <Button onPress={onSettled}>{words.later}</Button>
      </div>
    </section>
  )
}
