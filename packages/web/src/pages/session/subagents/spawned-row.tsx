// Where a sub-agent branches off: who it is and what for, how it stands with it, what it last did and what it has used,
// with the ways to it. It also stands for the call that asked for it. As high when it has ended as while it works.

import type { EventJson, RunJson } from '@heddle/contract'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import pressable from '../../../components/button.module.css'
import { Button } from '../../../components/button.tsx'
import { chooseThread } from '../../../components/choose-thread.ts'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { type Format } from '../../../format/format.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { FromDiscussion } from '../discussion/from-discussion.tsx'
import { numberIn, textIn } from '../timeline/read-payload.ts'
import { useTimelineActs } from '../timeline/timeline-acts.ts'
import { TalkButton } from '../focus/talk-button.tsx'
import { AgentFace } from './agent-face.tsx'
import { chooseRunState } from './choose-run-state.ts'
import { readRunRef } from './read-run.ts'
import { spawnDetails, steerForm, stopQuestion } from './row-parts-later.ts'
import styles from './subagents.module.css'
import { useElapsed } from './use-elapsed.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useRun } from './use-runs.ts'

interface SpawnedRowProps {
  event: EventJson
  finished: EventJson | undefined
}

type Doing = 'steer' | 'stop' | null

const words = strings.subagents

export function SpawnedRow({ event, finished }: SpawnedRowProps) {
  const format = useFormat()
  const { mayWrite, sessionId } = useTimelineActs()
  const ref = readRunRef(event)
  const run = useRun(ref.runId)
  const state = chooseRunState(finished, run)
  const isLive = state?.isLive ?? finished === undefined
  const elapsed = useElapsed(run?.startedAt, isLive)
  const [doing, setDoing] = useState<Doing>(null)
  const [isOpen, setOpen] = useState(false)
  steerForm.useSoon()
  stopQuestion.useSoon()
  spawnDetails.useSoon()
  const detailsId = useId()
  const keep = useKeptFocus(isLive)
  const done = () => {
    setDoing(null)
    keep.focus()
  }
  // What is typed stays, also when it ends meanwhile; there is nothing left to stop.
  if (doing === 'stop' && !isLive) setDoing(null)
  const figures = isLive ? liveFigures(run, elapsed, format) : endFigures(finished, format)
  return (
    <div
      className={styles.spawned}
      data-thread={chooseThread(ref.agentId)}
      data-run={ref.runId}
      ref={keep.row}
      onFocus={keep.tellFocus}
      onBlur={keep.tellBlur}
    >
      <p className={styles.head}>
        <AgentFace agentId={ref.agentId} name={ref.agentName} />
        <b className={styles.name} dir="auto" title={ref.name}>
          {ref.name}
        </b>
        {state === undefined ? null : (
          <span className={styles.state}>
            <StateGlyph state={state.glyph} />
            <span className={state.glyph === 'failed' ? styles.bad : ''}>{state.word}</span>
          </span>
        )}
        <FromDiscussion threadId={textIn(event, 'threadId')} />
        <span className={styles.figures}>{figures.join(' · ')}</span>
      </p>
      <div className={styles.second}>
        <p className={styles.last} dir="auto">
          {isLive ? (run?.lastLine ?? '') : ''}
          {finished === undefined ? null : (
            <Link
              href={`/sessions/${sessionId}?at=${finished.eventId}`}
              aria-label={words.resultNamed(ref.name)}
            >
              {words.result}
            </Link>
          )}
        </p>
        <div className={styles.acts} data-acts="">
          <Link
            href={`/sessions/${ref.sessionId}`}
            className={`${pressable.button} ${pressable.quiet}`}
            aria-label={words.openNamed(ref.name)}
          >
            {words.open}
          </Link>
          {isLive && mayWrite ? (
            <>
              <Button
                look="quiet"
                aria-label={words.steer.named(ref.name)}
                aria-expanded={doing === 'steer'}
                onPress={() => setDoing(doing === 'steer' ? null : 'steer')}
              >
                {words.steer.button}
              </Button>
              <Button
                look="quiet"
                aria-label={words.stop.named(ref.name)}
                aria-expanded={doing === 'stop'}
                onPress={() => setDoing(doing === 'stop' ? null : 'stop')}
              >
                {words.stop.button}
              </Button>
            </>
          ) : null}
          <TalkButton sessionId={ref.sessionId} name={ref.name} />
          <Button
            look="quiet"
            aria-label={words.detailsNamed(ref.name)}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onPress={() => setOpen(!isOpen)}
          >
            {words.details}
          </Button>
        </div>
      </div>
      {doing === 'steer' ? <steerForm.Part sessionId={ref.sessionId} name={ref.name} onDone={done} /> : null}
      {doing === 'stop' ? (
        <stopQuestion.Part
          sessionId={ref.sessionId}
          name={ref.name}
          below={run?.activeChildren ?? 0}
          onDone={done}
        />
      ) : null}
      {isOpen ? <spawnDetails.Part id={detailsId} event={event} runId={ref.runId} /> : null}
    </div>
  )
}

function liveFigures(run: RunJson | undefined, elapsed: number | undefined, format: Format): string[] {
  const tokens = (run?.usage.inputTokens ?? 0) + (run?.usage.outputTokens ?? 0)
  return [
    ...(elapsed === undefined ? [] : [format.took(elapsed)]),
    ...figuresOf(tokens, run?.usage.costMicros ?? null, format),
  ]
}

function endFigures(finished: EventJson | undefined, format: Format): string[] {
  return finished === undefined || finished.redacted ? [] : [format.took(numberIn(finished, 'runtimeMs'))]
}

function figuresOf(tokens: number, cost: number | null, format: Format): string[] {
  return [
    ...(tokens === 0 ? [] : [words.figures.tokens(format.short(tokens))]),
    ...(cost === null || cost === 0 ? [] : [format.money(cost)]),
  ]
}
