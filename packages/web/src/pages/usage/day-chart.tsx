// What was used on each day: a chart for the eye, whose gist is also said in words, and the same figures as a table. The
// drawing code is loaded when it is first needed.

import type { UsageReportJson } from '@heddle/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { chooseSeries, isPriced, type Series } from './choose-series.ts'
import styles from './day-chart.module.css'
import { DayTable } from './day-table.tsx'
import type { Measure } from './read-usage-search.ts'
import { Segments } from './segments.tsx'

interface DayChartProps {
  report: UsageReportJson
  measure: Measure
  onMeasure(measure: Measure): void
}

export function DayChart({ report, measure, onMeasure }: DayChartProps) {
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  const words = usageStrings
  const series = chooseSeries(report, measure)
  const tell = measure === 'cost' ? format.money : format.count
  const hasNoCost = measure === 'cost' && !isPriced(report.totals)
  const span = [format.calendarDay(report.from), format.calendarDay(report.to)] as const
  const gist = series.peak
    ? words.chart.gist(
        words.measures[measure],
        ...span,
        tell(series.total),
        tell(series.peak.value),
        format.calendarDay(series.peak.day),
      )
    : words.chart.gistNothing(words.measures[measure], ...span)
  return (
    <section className={styles.chart} aria-labelledby="by-day">
      <div className={styles.head}>
        <h2 id="by-day">{words.chart.title}</h2>
        <Segments
          label={words.measure}
          choices={(['cost', 'tokens'] as const).map((value) => ({ value, title: words.measures[value] }))}
          value={measure}
          onChange={onMeasure}
        />
      </div>
      {hasNoCost ? (
        <p className={styles.note}>{words.chart.noCost}</p>
      ) : (
        <Drawing report={report} series={series} measure={measure} gist={gist} />
      )}
      <div>
        <Button aria-expanded={isTable} aria-controls={tableId} onPress={() => setTable(!isTable)}>
          {isTable ? words.chart.hideTable : words.chart.asTable}
        </Button>
      </div>
      <div id={tableId}>{isTable ? <DayTable days={report.days} /> : null}</div>
    </section>
  )
}

interface DrawingProps {
  report: UsageReportJson
  series: Series
  measure: Measure
  gist: string
}

function Drawing({ report, series, measure, gist }: DrawingProps) {
  const format = useFormat()
  const plot = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const [pointed, setPointed] = useState<number | null>(null)
  const words = usageStrings.chart
  useEffect(() => {
    const { days, values } = chooseSeries(report, measure)
    let close: (() => void) | undefined
    let isOver = false
    import('./draw-chart.ts').then(
      ({ drawChart }) => {
        if (isOver || !plot.current) return
        close = drawChart(plot.current, {
          values,
          tellDay: (at) => format.shortDay(days[at] ?? report.from),
          tellValue: measure === 'cost' ? format.money : format.short,
          onPoint: setPointed,
        })
        setState('drawn')
      },
      () => setState('failed'),
    )
    return () => {
      isOver = true
      setPointed(null)
      close?.()
    }
  }, [report, measure, format])
  const day = pointed === null ? undefined : report.days[pointed]
  const value = pointed === null ? 0 : (series.values[pointed] ?? 0)
  if (state === 'failed') return <p className={styles.note}>{words.failed}</p>
  return (
    <>
      <div ref={plot} className={styles.plot} role="img" aria-label={gist} data-state={state}>
        {state === 'loading' ? <Loading>{words.drawing}</Loading> : null}
      </div>
      <p className={styles.note} aria-hidden="true">
        {day
          ? words.point(
              format.calendarDay(day.day),
              (measure === 'cost' ? format.money : format.count)(value),
              day.turns,
              format.count(day.turns),
            )
          : words.hint}
      </p>
    </>
  )
}
