// When a run was asked for, by whom, when it worked, and what it has used.

import type { WholeRunJson } from '@heddle/contract'
import { Moment } from '../../components/moment.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { runStrings } from '../../run-strings.ts'
import { strings } from '../../strings.ts'
import { Fact } from '../session/subagents/run-facts.tsx'
import pairs from '../session/subagents/subagents.module.css'
import { useElapsed } from '../session/subagents/use-elapsed.ts'
import styles from './run-page.module.css'

const words = runStrings
const figures = strings.subagents.figures

export function RunTimes({ run }: { run: WholeRunJson }) {
  const format = useFormat()
  const elapsed = useElapsed(run.startedAt, run.endedAt === null)
  const took = run.announcement?.runtimeMs ?? elapsed
  const { inputTokens, outputTokens, costMicros } = run.usage
  return (
    <section className={styles.part} aria-labelledby="run-times">
      <h2 id="run-times">{words.times}</h2>
      <dl className={pairs.facts}>
        <Fact name={words.asker}>
          <bdi>{words.askedBy[run.askedBy](run.asker)}</bdi>
        </Fact>
        <Fact name={words.created}>
          <Moment at={run.createdAt} style="exact" />
        </Fact>
        <Time name={words.started} at={run.startedAt} isExpected={run.endedAt === null} />
        <Time name={words.ended} at={run.endedAt} isExpected />
        {run.endedAt === null ? <Time name={words.deadline} at={run.deadlineAt} /> : null}
        <Time name={words.archive} at={run.archiveAt} />
        {took === undefined || run.startedAt === null ? null : (
          <Fact name={words.took}>{format.took(took)}</Fact>
        )}
        <Fact name={words.used}>
          {figures.tokensOf(format.count(inputTokens), format.count(outputTokens))}
          {costMicros === null ? null : ` · ${format.money(costMicros)}`}
        </Fact>
        <Fact name={words.depth}>{words.depthOf(run.depth)}</Fact>
      </dl>
    </section>
  )
}

function Time(props: { name: string; at: string | null; isExpected?: boolean }) {
  const { name, at, isExpected = false } = props
  if (at === null && !isExpected) return null
  return <Fact name={name}>{at === null ? words.notYet : <Moment at={at} style="exact" />}</Fact>
}
