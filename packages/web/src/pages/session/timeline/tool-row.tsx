// A tool that was called, in one row that opens: what was done to what, how long it took and how it ended; inside, what
// it was asked and what it answered. Of a change the number of lines comes first.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { type GlyphState, StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { CodeBlock } from '../../../markdown/code-block.tsx'
import { DiffView } from '../../../markdown/diff-view.tsx'
import { parseDiff } from '../../../markdown/parse-diff.ts'
import { strings } from '../../../strings.ts'
import { describeTool, writeArguments } from './describe-tool.ts'
import { textIn } from './read-payload.ts'
import styles from './timeline.module.css'

interface ToolRowProps {
  call: EventJson
  result: EventJson | undefined
  /** No answer comes any more. */
  isOver: boolean
  onWhole(eventId: string): void
}

export function ToolRow({ call, result, isOver, onWhole }: ToolRowProps) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { glyph, word } = stateOf(result, isOver)
  const name = textIn(call, 'name')
  const { verb, object } = describeTool(name, textIn(call, 'arguments'))
  const took =
    result && result !== call ? Date.parse(result.createdAt) - Date.parse(call.createdAt) : undefined
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-row={call.eventId}
    >
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        {verb === undefined ? (
          <code className={styles.called}>{name}</code>
        ) : (
          <span className={styles.verb}>{verb}</span>
        )}
        <code className={styles.object} dir="auto">
          {object}
        </code>
        <Change output={result && !result.redacted ? textIn(result, 'output') : ''} />
        {took === undefined ? null : <span className={styles.figure}>{format.took(took)}</span>}
        <StateGlyph state={glyph} />
        <span className={glyph === 'failed' ? styles.bad : ''}>{word}</span>
      </summary>
      {isOpen ? <Inside call={call} result={result} onWhole={onWhole} /> : null}
    </details>
  )
}

function Change({ output }: { output: string }) {
  const files = looksLikeDiff(output) ? parseDiff(output) : undefined
  if (!files) return null
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return <span className={styles.figure}>{strings.session.timeline.tool.lines(added, removed)}</span>
}

function Inside({ call, result, onWhole }: Omit<ToolRowProps, 'isOver'>) {
  const words = strings.session.timeline.tool
  const output = result && !result.redacted ? textIn(result, 'output') : ''
  return (
    <div className={styles.inside}>
      <p className={styles.quiet}>{words.arguments}</p>
      <CodeBlock text={writeArguments(textIn(call, 'arguments'))} language="json" />
      {result === undefined ? null : (
        <>
          <p className={styles.quiet}>{output === '' ? words.noOutput : words.output}</p>
          {output === '' ? null : looksLikeDiff(output) ? (
            <DiffView text={output} />
          ) : (
            <CodeBlock text={output} />
          )}
          {result.truncated ? (
            <Button look="quiet" onPress={() => onWhole(result.eventId)}>
              {strings.session.timeline.whole}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}

function stateOf(result: EventJson | undefined, isOver: boolean): { glyph: GlyphState; word: string } {
  const words = strings.session.timeline.tool
  if (!result && !isOver) return { glyph: 'running', word: words.running }
  if (!result || result.payload.interrupted === true) return { glyph: 'failed', word: words.interrupted }
  if (result.payload.isError === true) return { glyph: 'failed', word: words.failed }
  return { glyph: 'done', word: words.done }
}

/** Cheap to say no: most answers are no change. */
function looksLikeDiff(output: string): boolean {
  return /^(diff --git |--- |Index: )/m.test(output.slice(0, 400)) && /^@@ /m.test(output)
}
