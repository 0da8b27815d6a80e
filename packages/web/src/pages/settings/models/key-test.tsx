// Asks the provider for one word, to see whether address, key and name are right; says in place how that went. The
// provider's own list of models, if it has one, comes back with it.

import type { ModelTestJson } from '@heddle/contract'
import { CircleCheck, PlugZap } from 'lucide-react'
import { useState } from 'react'
import type { BodyOf } from '../../../api/call-types.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { modelStrings } from '../../../models-strings.ts'
import styles from './key-test.module.css'
import { needsAddress, type ProviderDraft, testBodyOf } from './provider-draft.ts'
import { readTestResult } from './read-test-result.ts'

interface KeyTestProps {
  draft: ProviderDraft
  /** The name of the provider that is being changed. */
  kept: string | undefined
  hasKey: boolean
  onListed(models: readonly string[]): void
}

export function KeyTest({ draft, kept, hasKey, onListed }: KeyTestProps) {
  const format = useFormat()
  const announce = useAnnounce()
  const [seen, setSeen] = useState<{ of: string; result: ModelTestJson } | null>(null)
  const words = modelStrings.test
  const body = testBodyOf(draft, kept)
  const test = useSubmit('testModel', {
    done: (result, input) => {
      setSeen({ of: placeOf(input.body), result })
      if (result.models && result.models.length > 0) onListed(result.models)
      announce(readTestResult(result, format).title, false)
    },
    failed: () => setSeen(null),
  })
  const isWithKey = draft.apiKey.trim() !== '' || (hasKey && !draft.forgetsKey)
  const isEmpty = body.baseUrl === undefined && needsAddress(draft)
  return (
    <div className={styles.test}>
      <Button isPending={test.isPending} isAtRest={isEmpty} onPress={() => test.submit({ body })}>
        {test.isPending ? null : <PlugZap size={16} strokeWidth={1.5} aria-hidden="true" />}
        {isWithKey ? words.key : words.connection}
      </Button>
      {test.isPending ? <p className={styles.quiet}>{words.running}</p> : null}
      {test.error ? <TestRefused test={test} /> : null}
      {seen && !test.isPending ? (
        <TestResult result={seen.result} isStale={seen.of !== placeOf(body)} />
      ) : null}
    </div>
  )
}

/** What a test holds for; which models are picked afterwards changes nothing about it. */
function placeOf({ provider, kind, baseUrl, apiKey }: BodyOf<'testModel'>): string {
  return JSON.stringify([provider, kind, baseUrl, apiKey])
}

/** The server did not even try: a field is wrong, or it could not be asked. */
function TestRefused({
  test,
}: {
  test: Pick<ReturnType<typeof useSubmit<'testModel'>>, 'error' | 'problems'>
}) {
  const problems = Object.values(test.problems)
  if (!test.error) return null
  if (problems.length === 0) return <Failure error={test.error} />
  return (
    <Notice tone="bad" title={modelStrings.test.failed} isAlert>
      {problems.join(' ')}
    </Notice>
  )
}

export function TestResult({ result, isStale }: { result: ModelTestJson; isStale: boolean }) {
  const format = useFormat()
  const reading = readTestResult(result, format)
  const words = modelStrings.test
  if (!reading.isGood) {
    return (
      <Notice tone="bad" title={reading.title} isAlert>
        <p>{reading.text}</p>
        {reading.advice === '' ? null : <p>{reading.advice}</p>}
        {isStale ? <p className={styles.quiet}>{words.stale}</p> : null}
      </Notice>
    )
  }
  return (
    <div className={styles.good}>
      <CircleCheck className={styles.tick} size={16} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{reading.title}</p>
        {reading.text === '' ? null : <p>{reading.text}</p>}
        {reading.advice === '' ? null : <p>{reading.advice}</p>}
        {isStale ? <p className={styles.quiet}>{words.stale}</p> : null}
      </div>
    </div>
  )
}
