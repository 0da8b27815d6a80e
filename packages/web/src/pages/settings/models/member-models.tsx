// The models for those who may not change them, and whom to ask.

import { atLeast } from '@heddle/contract'
import { CallError } from '../../../api/call-error.ts'
import { useRead } from '../../../api/use-read.ts'
import { Chip } from '../../../components/chip.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { Notice } from '../../../components/notice.tsx'
import rows from '../../../components/rows.module.css'
import { useFormat } from '../../../format/format-context.tsx'
import { PageHeader } from '../../../shell/page-header.tsx'
import { agentStrings, modelStrings } from '../../../models-strings.ts'
import { factsOf } from './provider-row.tsx'

const askedMax = 3

export function MemberModels() {
  const words = modelStrings.member
  return (
    <>
      <PageHeader title={modelStrings.title} about={words.about} />
      <FoundModels />
      <WhomToAsk />
    </>
  )
}

function FoundModels() {
  const format = useFormat()
  const { data, error, refetch } = useRead('listModels', {})
  const words = modelStrings.member
  if (!data) {
    if (error instanceof CallError) return <Failure error={error} onRetry={() => void refetch()} />
    return <Loading>{words.loading}</Loading>
  }
  if (data.items.length === 0) return <EmptyState>{words.none}</EmptyState>
  return (
    <ul className={rows.rows} aria-label={words.listLabel}>
      {data.items.map((model) => (
        <li key={model.name} className={rows.row}>
          <div className={rows.main}>
            <div className={rows.name}>
              <span className={`${rows.text} ${rows.mono}`} title={model.name}>
                {model.name}
              </span>
              {model.isDemo ? <Chip>{agentStrings.demo}</Chip> : null}
            </div>
            <div className={rows.below}>
              <span>
                {model.isDemo
                  ? words.demo
                  : factsOf(
                      {
                        contextTokens: model.contextTokens ?? undefined,
                        cost: model.cost ?? undefined,
                        vision: model.vision,
                      },
                      format,
                    )}
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function WhomToAsk() {
  const { data } = useRead('listMembers', { query: { limit: 100 } })
  const words = modelStrings.member
  const admins = (data?.items ?? []).filter(({ role }) => atLeast(role, 'admin')).map(({ name }) => name)
  return <Notice>{admins.length === 0 ? words.ask : words.askWhom(admins.slice(0, askedMax))}</Notice>
}
