// What a sub-agent was started with, fact by fact.

import type { RunCleanup, RunMode, Thinking } from '@heddle/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from './subagents.module.css'

interface RunFactsProps {
  task: string
  agentName: string
  /** Empty: the agent's own. */
  model: string
  thinking: Thinking | null
  timeoutSeconds: number
  mode: RunMode
  cleanup: RunCleanup
  warnings: readonly string[]
}

const words = strings.subagents.facts

export function RunFacts(props: RunFactsProps) {
  const { task, agentName, model, thinking, timeoutSeconds, mode, cleanup, warnings } = props
  const format = useFormat()
  return (
    <dl className={styles.facts}>
      <Fact name={words.task}>
        <p className={styles.task} dir="auto">
          {task}
        </p>
      </Fact>
      <Fact name={words.agent}>{agentName}</Fact>
      <Fact name={words.model}>{model === '' ? words.ownModel : <code>{model}</code>}</Fact>
      <Fact name={words.thinking}>
        {thinking === null ? words.ownThinking : words.thinkingLevels[thinking]}
      </Fact>
      <Fact name={words.limit}>
        {timeoutSeconds === 0 ? words.noLimit : format.took(timeoutSeconds * 1_000)}
      </Fact>
      <Fact name={words.mode}>{words.modes[mode]}</Fact>
      <Fact name={words.cleanup}>{words.cleanups[cleanup]}</Fact>
      {warnings.length === 0 ? null : (
        <Fact name={words.warnings}>
          {warnings.map((warning) => (
            <p key={warning} dir="auto">
              {warning}
            </p>
          ))}
        </Fact>
      )}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
