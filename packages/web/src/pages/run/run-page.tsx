// One run by itself: how it stands with it, what it came to, how and where that was told and why there, when it worked and
// how it was set up. Read again while it has not ended.

import type { WholeRunJson } from '@heddle/contract'
import { Link } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { chooseThread } from '../../components/choose-thread.ts'
import { Failure } from '../../components/failure.tsx'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { runStrings } from '../../run-strings.ts'
import { ofRun } from '../session/subagents/choose-run-state.ts'
import { nameRun } from '../session/subagents/read-run.ts'
import { RunFacts } from '../session/subagents/run-facts.tsx'
import { RunOutcome } from './run-outcome.tsx'
import styles from './run-page.module.css'
import { RunPlaces } from './run-places.tsx'
import { RunTimes } from './run-times.tsx'

const words = runStrings
const againMs = 2_000

export function RunPage({ id }: { id: string }) {
  const run = useRead('readRun', { path: { id } }, true, (answer) =>
    answer?.endedAt === null ? againMs : false,
  )
  if (run.data) return <Run run={run.data} />
  if (run.error instanceof CallError)
    return <NotOpened error={run.error} onRetry={() => void run.refetch()} />
  return (
    <>
      <PageHeader title={words.title} />
      <Loading>{words.loading}</Loading>
    </>
  )
}

function Run({ run }: { run: WholeRunJson }) {
  const agents = useRead('listAgents', {})
  const agentName = agents.data?.items.find((agent) => agent.id === run.agentId)?.name ?? run.agentId
  const { glyph, word } = ofRun(run)
  return (
    <div className={styles.page} data-thread={chooseThread(run.agentId)}>
      <PageHeader title={words.about(nameRun(run.label, run.task) || agentName)} />
      <p className={styles.state}>
        <StateGlyph state={glyph} />
        <b className={glyph === 'failed' ? styles.bad : ''}>{word}</b>
        {run.reason === null ? null : <code>{run.reason}</code>}
      </p>
      <RunOutcome run={run} />
      <RunPlaces run={run} />
      <RunTimes run={run} />
      <section className={styles.part} aria-labelledby="run-set-up">
        <h2 id="run-set-up">{words.setUp}</h2>
        <RunFacts
          task={run.task}
          agentName={agentName}
          model={run.model ?? ''}
          thinking={run.thinking}
          timeoutSeconds={run.timeoutSeconds}
          mode={run.mode}
          cleanup={run.cleanup}
          warnings={[]}
        />
      </section>
    </div>
  )
}

function NotOpened({ error, onRetry }: { error: CallError; onRetry(): void }) {
  // Asking again would change nothing.
  const isGone = error.code === 'not_found' || error.code === 'unknown_run' || error.code === 'not_allowed'
  return (
    <div className={styles.page}>
      <PageHeader title={words.notOpened} />
      {isGone ? <Notice tone="bad">{words.unknown}</Notice> : <Failure error={error} onRetry={onRetry} />}
      <p>
        <Link href="/sessions">{words.toSessions}</Link>
      </p>
    </div>
  )
}
