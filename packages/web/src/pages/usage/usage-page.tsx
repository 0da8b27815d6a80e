// What was used, by day, agent, model and, for admins, member. What is shown stands in the address.

import type { UsageReportJson } from '@heddle/contract'
import { useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { CsvButtons } from './csv-buttons.tsx'
import { chooseMeasure } from './choose-series.ts'
import { DayChart } from './day-chart.tsx'
import {
  type Measure,
  readUsageSearch,
  spanOf,
  type UsageWish,
  writeUsageSearch,
} from './read-usage-search.ts'
import { ShareTable } from './share-table.tsx'
import { UsageFilters } from './usage-filters.tsx'
import styles from './usage-page.module.css'
import { UsageTotals } from './usage-totals.tsx'

export function UsagePage() {
  const format = useFormat()
  const me = useMe()
  const isAdmin = chooseOffers(me.role).team
  const [path, navigate] = useLocation()
  const wish = readUsageSearch(useSearch(), isAdmin)
  const span = spanOf(wish.range, format.today())
  const { report, error, isCounting, retry } = useReport({ ...span, of: wish.of })
  const words = usageStrings
  const put = (next: UsageWish) => {
    const search = writeUsageSearch(next)
    navigate(search === '' ? path : `${path}?${search}`, { replace: true })
  }
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        about={words.about}
        action={report && report.totals.turns > 0 ? <CsvButtons report={report} /> : undefined}
      />
      <UsageFilters wish={wish} span={span} isAdmin={isAdmin} onChange={put} />
      {error ? <Failure error={error} onRetry={retry} /> : null}
      {report ? (
        <div className={styles.report} aria-busy={isCounting}>
          <p className={styles.meta}>
            <span>{words.span(format.calendarDay(report.from), format.calendarDay(report.to))}</span>
            <span>
              {words.zone(report.timeZone)}
              {me.timeZone === null ? (
                <>
                  {' · '}
                  <Link href="/settings">{words.setZone}</Link>
                </>
              ) : null}
            </span>
            <span>{isCounting ? words.again : `${words.counted} ${format.ago(report.countedAt)}`}</span>
          </p>
          <Report
            report={report}
            measure={chooseMeasure(wish.measure, report.totals)}
            onMeasure={(measure) => put({ ...wish, measure })}
          />
        </div>
      ) : error ? null : (
        <Loading>{words.loading}</Loading>
      )}
    </div>
  )
}

interface ReportProps {
  report: UsageReportJson
  measure: Measure
  onMeasure(measure: Measure): void
}

function Report({ report, measure, onMeasure }: ReportProps) {
  const words = usageStrings
  if (report.totals.turns === 0) {
    return (
      <EmptyState action={<Link href="/sessions">{words.none.action}</Link>}>
        {words.none[report.of]}
      </EmptyState>
    )
  }
  return (
    <>
      <UsageTotals totals={report.totals} />
      <DayChart report={report} measure={measure} onMeasure={onMeasure} />
      {(['agents', 'models', 'members'] as const).map((part) => (
        <ShareTable key={part} part={part} items={report[part]} totals={report.totals} measure={measure} />
      ))}
    </>
  )
}

/** While the next one is counted, the last one stays. */
function useReport(query: { from: string; to: string; of: UsageReportJson['of'] }) {
  const { data, error, refetch } = useRead('readUsage', { query })
  const last = useRef<UsageReportJson | undefined>(undefined)
  if (data) last.current = data
  const isRefused = error instanceof CallError
  return {
    report: data ?? (isRefused ? undefined : last.current),
    error: isRefused && !data ? error : null,
    isCounting: data === undefined && !isRefused,
    retry: () => void refetch(),
  }
}
