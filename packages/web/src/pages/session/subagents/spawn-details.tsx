// What a sub-agent was started with. A long task comes cut with the log; opened, all of it is read.

import { type EventJson, limits, runCleanups, runModes, thinkingLevels } from '@heddle/contract'
import { Link } from 'wouter'
import { useRead } from '../../../api/use-read.ts'
import { strings } from '../../../strings.ts'
import { numberIn, textIn } from '../timeline/read-payload.ts'
import { RunFacts } from './run-facts.tsx'
import styles from './subagents.module.css'

interface SpawnDetailsProps {
  id: string
  event: EventJson
  runId: string
}

const words = strings.subagents

export function SpawnDetails({ id, event, runId }: SpawnDetailsProps) {
  const task = textIn(event, 'task')
  const isCut = task.length >= limits.runTaskShownCharsMax
  const whole = useRead('readRun', { path: { id: runId } }, isCut)
  const { thinking, mode, cleanup, warnings } = event.payload
  return (
    <div id={id} className={styles.details}>
      <RunFacts
        task={whole.data?.task ?? task}
        agentName={textIn(event, 'agentName')}
        model={textIn(event, 'model')}
        thinking={thinkingLevels.find((known) => known === thinking) ?? null}
        timeoutSeconds={numberIn(event, 'timeoutSeconds')}
        mode={runModes.find((known) => known === mode) ?? 'run'}
        cleanup={runCleanups.find((known) => known === cleanup) ?? 'keep'}
        warnings={Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : []}
      />
      <p>
        <Link href={`/runs/${runId}`}>{words.run}</Link>
      </p>
    </div>
  )
}
