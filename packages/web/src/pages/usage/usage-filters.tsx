// Which days, and whose. Two days of one's own choosing are asked for only once both can be counted.

import { limits, type UsageReportJson } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { usageStrings } from '../../usage-strings.ts'
import { judgeSpan, rangeDays, type SpanProblem, type UsageWish } from './read-usage-search.ts'
import { Segments } from './segments.tsx'
import styles from './usage-page.module.css'

interface UsageFiltersProps {
  wish: UsageWish
  /** The days that are shown, to begin one's own choice from. */
  span: { from: string; to: string }
  isAdmin: boolean
  onChange(wish: UsageWish): void
}

const custom = 'custom'

export function UsageFilters({ wish, span, isAdmin, onChange }: UsageFiltersProps) {
  const [isChoosing, setChoosing] = useState(wish.range.kind === 'custom')
  const words = usageStrings
  const ranges = [
    ...rangeDays.map((days) => ({ value: String(days), title: words.ranges[days] })),
    { value: custom, title: words.ranges.custom },
  ]
  const chosen = isChoosing || wish.range.kind === 'custom' ? custom : String(wish.range.days)
  return (
    <div className={styles.filters} role="group" aria-label={words.filters}>
      <Segments
        label={words.range}
        choices={ranges}
        value={chosen}
        onChange={(value) => {
          const days = rangeDays.find((count) => String(count) === value)
          setChoosing(days === undefined)
          if (days !== undefined) onChange({ ...wish, range: { kind: 'last', days } })
        }}
      />
      {isAdmin ? (
        <Segments
          label={words.whose}
          choices={(['me', 'team'] as const).map((value) => ({ value, title: words.of[value] }))}
          value={wish.of}
          onChange={(of: UsageReportJson['of']) => onChange({ ...wish, of })}
        />
      ) : null}
      {chosen === custom ? (
        <CustomSpan
          span={span}
          onChoose={(from, to) => onChange({ ...wish, range: { kind: 'custom', from, to } })}
        />
      ) : null}
    </div>
  )
}

interface CustomSpanProps {
  span: { from: string; to: string }
  onChoose(from: string, to: string): void
}

function CustomSpan({ span, onChoose }: CustomSpanProps) {
  const format = useFormat()
  const [from, setFrom] = useState(span.from)
  const [to, setTo] = useState(span.to)
  const [problem, setProblem] = useState<SpanProblem | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const words = usageStrings
  const mend = (put: (text: string) => void) => (text: string) => {
    put(text)
    setProblem(undefined)
  }
  const choose = () => {
    const found = judgeSpan(from, to)
    setProblem(found)
    if (!found) onChoose(from, to)
  }
  const text = problem ? tellProblem(problem, format.calendarDay) : undefined
  return (
    <form
      ref={form}
      noValidate
      className={styles.span}
      onSubmit={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <TextField
        label={words.from}
        type="date"
        value={from}
        onChange={mend(setFrom)}
        problem={problem?.field === 'from' ? text : undefined}
      />
      <TextField
        label={words.to}
        type="date"
        value={to}
        onChange={mend(setTo)}
        problem={problem?.field === 'to' ? text : undefined}
      />
      <Button type="submit">{words.show}</Button>
    </form>
  )
}

function tellProblem(problem: SpanProblem, tellDay: (day: string) => string): string {
  const words = usageStrings.problems
  switch (problem.why) {
    case 'no_day':
      return words.day
    case 'order':
      return words.order(tellDay(problem.nearest))
    case 'too_long':
      return words.long(limits.usageDaysMax, tellDay(problem.nearest))
  }
}
