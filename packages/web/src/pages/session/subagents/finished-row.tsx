// Where a sub-agent joins back: how it ended, its result, and what it took. Whoever had nothing to tell is one quiet line.

import type { EventJson } from '@heddle/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import pressable from '../../../components/button.module.css'
import { Button } from '../../../components/button.tsx'
import { chooseThread } from '../../../components/choose-thread.ts'
import { Chip } from '../../../components/chip.tsx'
import { Moment } from '../../../components/moment.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { type Format } from '../../../format/format.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
import { strings } from '../../../strings.ts'
import { CarriedFiles } from '../timeline/carried-files.tsx'
import { costIn, usageIn } from '../timeline/read-payload.ts'
import { TalkButton } from '../focus/talk-button.tsx'
import { AgentFace } from './agent-face.tsx'
import { ofStatus } from './choose-run-state.ts'
import { cutResult } from './cut-result.ts'
import { readRunRef, readTold, type RunRef, type Told } from './read-run.ts'
import styles from './subagents.module.css'

interface FinishedRowProps {
  event: EventJson
  /** Where it began, if that is loaded. */
  spawned: EventJson | undefined
}

const words = strings.subagents

export function FinishedRow({ event, spawned }: FinishedRowProps) {
  const ref = readRunRef(event, spawned)
  const told = readTold(event)
  return (
    <div className={styles.finished} data-thread={chooseThread(ref.agentId)} data-run={ref.runId}>
      {told.isSkipped ? (
        <div className={styles.head}>
          <StateGlyph state={ofStatus(told.status).glyph} />
          <p className={styles.quiet} dir="auto">
            {words.told.skipped(ref.name)} <Moment at={event.createdAt} />
          </p>
          <Ways {...ref} />
        </div>
      ) : (
        <Announcement event={event} told={told} run={ref} />
      )}
    </div>
  )
}

function Announcement({ event, told, run }: { event: EventJson; told: Told; run: RunRef }) {
  const format = useFormat()
  const { glyph, word } = ofStatus(told.status)
  return (
    <>
      <p className={styles.head}>
        <AgentFace agentId={run.agentId} name={run.agentName} />
        <b className={styles.name} dir="auto" title={run.name}>
          {run.name}
        </b>
        <span className={styles.state}>
          <StateGlyph state={glyph} />
          <span className={glyph === 'failed' ? styles.bad : ''}>{word}</span>
        </span>
        <Moment at={event.createdAt} />
        {told.isUntrusted ? <Chip>{words.told.untrusted}</Chip> : null}
      </p>
      {told.toldFor === undefined ? null : <p className={styles.aside}>{words.reasons[told.toldFor]}</p>}
      <Result told={told} name={run.name} />
      <CarriedFiles event={event} />
      {told.notes === '' ? null : (
        <p className={styles.aside} dir="auto">
          {words.told.notes}: {told.notes}
        </p>
      )}
      <div className={styles.second}>
        <p className={styles.last}>{figuresOf(event, told, format).join(' · ')}</p>
        <Ways {...run} />
      </div>
    </>
  )
}

function Result({ told, name }: { told: Told; name: string }) {
  const [isAll, setAll] = useState(false)
  if (told.isNone) return <p className={styles.aside}>{words.told.noResult}</p>
  const cut = isAll ? undefined : cutResult(told.result)
  return (
    <>
      <div className={styles.text}>
        <Markdown text={cut ?? told.result} />
      </div>
      {cut === undefined ? null : (
        <div className={styles.more}>
          <Button look="quiet" aria-label={words.told.allNamed(name)} onPress={() => setAll(true)}>
            {words.told.all}
          </Button>
        </div>
      )}
    </>
  )
}

function Ways({ sessionId, runId, name }: RunRef) {
  const look = `${pressable.button} ${pressable.quiet}`
  return (
    <div className={styles.acts}>
      <Link href={`/sessions/${sessionId}`} className={look} aria-label={words.openNamed(name)}>
        {words.open}
      </Link>
      <TalkButton sessionId={sessionId} name={name} />
      <Link href={`/runs/${runId}`} className={look} aria-label={words.detailsNamed(name)}>
        {words.details}
      </Link>
    </div>
  )
}

function figuresOf(event: EventJson, told: Told, format: Format): string[] {
  const { inputTokens = 0, outputTokens = 0 } = usageIn(event) ?? {}
  const cost = costIn(event)
  return [
    format.took(told.runtimeMs),
    ...(inputTokens + outputTokens === 0
      ? []
      : [words.figures.tokensOf(format.short(inputTokens), format.short(outputTokens))]),
    ...(cost === null || cost === 0 ? [] : [format.money(cost)]),
  ]
}
