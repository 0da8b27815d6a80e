// Adds to a budget that holds in this session: in model tokens, in money, or both, as far as it has such limits.

import type { BudgetJson, BudgetScope } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Form } from '../../../components/form.tsx'
import { Loading } from '../../../components/loading.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { BudgetUse } from './budget-list.tsx'
import { judgeRaise, raiseOf } from './raise-draft.ts'

interface RaiseDialogProps {
  sessionId: string
  scope: BudgetScope
  /** What was stopped by it is tried again afterwards. */
  goesOn: boolean
  onRaised(): void
  onClose(): void
}

const words = strings.budgets

export function RaiseDialog(props: RaiseDialogProps) {
  const { sessionId, scope, onClose } = props
  const found = useRead('listBudgets', { path: { id: sessionId } })
  const budget = found.data?.items.find((one) => one.scope === scope)
  return (
    <Dialog title={words.raiseTitle(words.scopes[scope])} onClose={onClose}>
      {budget ? (
        <Fields {...props} budget={budget} />
      ) : found.error instanceof CallError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Loading>{words.loading}</Loading>
      ) : (
        <p>{words.gone}</p>
      )}
    </Dialog>
  )
}

function Fields({
  sessionId,
  scope,
  budget,
  goesOn,
  onRaised,
  onClose,
}: RaiseDialogProps & { budget: BudgetJson }) {
  const queries = useQueryClient()
  const announce = useAnnounce()
  const [draft, setDraft] = useState({ tokens: '', money: '' })
  const raise = useSubmit('raiseBudget', {
    done: () => {
      void queries.invalidateQueries({ queryKey: ['listBudgets'] })
      announce(words.raised, !goesOn)
      onClose()
      onRaised()
    },
  })
  const put = (field: 'tokens' | 'money') => (text: string) => {
    setDraft((last) => ({ ...last, [field]: text }))
    raise.mend('tokens')
    raise.mend('money')
  }
  const submit = () => {
    const problems = judgeRaise(draft, budget)
    if (Object.keys(problems).length > 0) return raise.refuse(problems)
    raise.submit({ path: { id: sessionId }, body: { scope, ...raiseOf(draft, budget) } })
  }
  return (
    <Form label={words.raise} failures={raise.failures} onSubmit={submit}>
      <BudgetUse budget={budget} />
      <p>{words.holds[scope]}</p>
      {budget.tokensMax === null ? null : (
        <TextField
          label={words.tokensMore}
          inputMode="numeric"
          value={draft.tokens}
          onChange={put('tokens')}
          problem={raise.problems.tokens}
          autoComplete="off"
          isVerbatim
        />
      )}
      {budget.microsMax === null ? null : (
        <TextField
          label={words.moneyMore}
          hint={words.moneyHint}
          inputMode="decimal"
          value={draft.money}
          onChange={put('money')}
          problem={raise.problems.money}
          autoComplete="off"
          isVerbatim
        />
      )}
      {raise.error && raise.error.issues.length === 0 ? <Failure error={raise.error} /> : null}
      <DialogActions>
        <Button onPress={onClose}>{strings.form.cancel}</Button>
        <Button type="submit" look="primary" isPending={raise.isPending}>
          {goesOn ? words.raiseAndRetry : words.raise}
        </Button>
      </DialogActions>
    </Form>
  )
}
