// One sub-agent in the tree: what it is for, how it stands with it and what it waits for, who works, for how long and at
// what cost, what it last said or did; and the ways to open, steer, stop and retry it.

import type { RunJson } from '@heddle/contract'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { useWaitingApprovals } from '../../../shell/waiting-approvals.tsx'
import { strings } from '../../../strings.ts'
import { treePanelStrings } from '../../../tree-panel-strings.ts'
import { ofRun, type ShownState } from '../subagents/choose-run-state.ts'
import { SteerForm } from '../subagents/steer-form.tsx'
import { StopQuestion } from '../subagents/stop-question.tsx'
import styles from './agents-panel.module.css'
import { isActive, mayRetry } from './arrange-tree.ts'
import { useElapsedSince } from './second-clock.tsx'
import { useTreeActs } from './tree-acts.ts'

interface RunRowProps {
  run: RunJson
  name: string
  activeBelow: number
  /** The button that folds what is below it, if there is something. */
  fold: ReactNode
  isFolded: boolean
}

const words = treePanelStrings
const runWords = strings.subagents
const talkWords = strings.focus

export function RunRow({ run, name, activeBelow, fold, isFolded }: RunRowProps) {
  const { currentId } = useTreeActs()
  const isCurrent = run.sessionId === currentId
  return (
    <div className={styles.row} data-current={isCurrent ? '' : undefined}>
      <div className={styles.name}>
        {fold}
        <Go to={`/sessions/${run.sessionId}`} isCurrent={isCurrent}>
          {name}
        </Go>
      </div>
      <Facts run={run} name={name} below={isFolded ? activeBelow : 0} />
      <Acts run={run} name={name} below={activeBelow} />
    </div>
  )
}

interface GoProps {
  to: string
  label?: string
  isCurrent?: boolean
  isAct?: boolean
  children: ReactNode
}

/** A sheet over the page is taken away before one goes. */
export function Go({ to, label, isCurrent = false, isAct = false, children }: GoProps) {
  const { onGo } = useTreeActs()
  const [, navigate] = useLocation()
  return (
    <a
      href={to}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      className={isAct ? styles.act : styles.link}
      dir="auto"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void onGo().then(() => navigate(to))
      }}
    >
      {children}
    </a>
  )
}

const Facts = memo(function Facts({ run, name, below }: { run: RunJson; name: string; below: number }) {
  const format = useFormat()
  const { agentOf, placeOf } = useTreeActs()
  const place = placeOf(run.sessionId)
  const state = stateOf(run)
  const tokens = run.usage.inputTokens + run.usage.outputTokens
  const cost = run.usage.costMicros
  return (
    <>
      <p className={styles.facts}>
        <span className={styles.state} data-glyph={state.glyph}>
          <StateGlyph state={state.glyph} />
          {state.word}
        </span>
        {run.waitsFor === 'approval' ? <Decide run={run} name={name} /> : null}
        {below > 0 ? <span className={styles.fact}>{words.below(below)}</span> : null}
        <span className={styles.fact} dir="auto">
          {agentOf(run.agentId)}
        </span>
        {place === undefined ? null : (
          <Go to={`/bindings?session=${run.sessionId}`} label={words.placeNamed(name, place)} isAct>
            {place}
          </Go>
        )}
        <Took run={run} />
        {tokens === 0 ? null : <span className={styles.fact}>{words.sums.tokens(format.short(tokens))}</span>}
        {cost === null || cost === 0 ? null : <span className={styles.fact}>{format.money(cost)}</span>}
      </p>
      {run.lastLine === '' ? null : (
        <p className={styles.last} dir="auto" title={run.lastLine}>
          {run.lastLine}
        </p>
      )}
    </>
  )
})

function stateOf(run: RunJson): ShownState {
  if (run.endedAt !== null && run.isWorking) return { glyph: 'running', word: words.worksAgain, isLive: true }
  return ofRun(run)
}

function Took({ run: { startedAt, endedAt } }: { run: RunJson }) {
  const format = useFormat()
  if (startedAt === null) return null
  if (endedAt === null) return <Elapsed since={startedAt} />
  return <span className={styles.fact}>{format.took(Date.parse(endedAt) - Date.parse(startedAt))}</span>
}

function Elapsed({ since }: { since: string }) {
  const format = useFormat()
  return <span className={styles.fact}>{format.took(useElapsedSince(since))}</span>
}

/** Where its question stands, as far as it is the reader's to answer. */
function Decide({ run, name }: { run: RunJson; name: string }) {
  const { mine } = useWaitingApprovals()
  const approval = mine.find(({ sessionId }) => sessionId === run.sessionId)
  const at = approval === undefined ? '' : `?at=${approval.eventId}`
  return (
    <Go to={`/sessions/${run.sessionId}${at}`} label={words.decideNamed(name)} isAct>
      {words.decide}
    </Go>
  )
}

type Doing = 'steer' | 'stop' | null

const Acts = memo(function Acts({ run, name, below }: { run: RunJson; name: string; below: number }) {
  const { mayWrite, currentId, talk, talksTo } = useTreeActs()
  const announce = useAnnounce()
  const [doing, setDoing] = useState<Doing>(null)
  const acts = useRef<HTMLDivElement>(null)
  const retry = useSubmit('retryTurn', { done: () => announce(words.retried(name)) })
  const isLive = isActive(run)
  const done = () => {
    setDoing(null)
    acts.current?.querySelector<HTMLElement>('a, button')?.focus()
  }
  const begin = (what: Doing) => setDoing(doing === what ? null : what)
  return (
    <>
      <div className={styles.acts} ref={acts}>
        {isLive && mayWrite ? (
          <>
            <Button
              look="quiet"
              aria-label={runWords.steer.named(name)}
              aria-expanded={doing === 'steer'}
              onPress={() => begin('steer')}
            >
              {runWords.steer.button}
            </Button>
            <Button
              look="quiet"
              aria-label={runWords.stop.named(name)}
              aria-expanded={doing === 'stop'}
              onPress={() => begin('stop')}
            >
              {runWords.stop.button}
            </Button>
          </>
        ) : null}
        {mayWrite && mayRetry(run) ? (
          <Button
            look="quiet"
            aria-label={words.retryNamed(name)}
            isPending={retry.isPending}
            onPress={() => retry.submit({ path: { id: run.sessionId } })}
          >
            {words.retry}
          </Button>
        ) : null}
        {mayWrite && run.sessionId !== currentId ? (
          talksTo === run.sessionId ? (
            <Button look="quiet" aria-label={talkWords.unfocusNamed(name)} onPress={talk.unfocus}>
              {talkWords.unfocus}
            </Button>
          ) : (
            <Button
              look="quiet"
              aria-label={talkWords.talkNamed(name)}
              onPress={() => talk.talkTo(run.sessionId, name)}
            >
              {talkWords.talk}
            </Button>
          )
        ) : null}
        <Go to={`/runs/${run.id}`} label={words.runNamed(name)} isAct>
          {words.run}
        </Go>
      </div>
      {retry.error ? <Failure error={retry.error} /> : null}
      {/* Escape closes the form, not the panel around it. */}
      <div
        className={styles.form}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.stopPropagation()
        }}
      >
        {isLive && doing === 'steer' ? (
          <SteerForm sessionId={run.sessionId} name={name} onDone={done} />
        ) : null}
        {isLive && doing === 'stop' ? (
          <StopQuestion sessionId={run.sessionId} name={name} below={below} onDone={done} />
        ) : null}
      </div>
    </>
  )
})
