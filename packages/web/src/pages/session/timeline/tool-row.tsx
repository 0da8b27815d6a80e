// A tool that was called, in one row that opens: what was done to what, how long it took and how it ended; inside, what
// it was asked and what it answered. Of a change the number of lines comes first. While it runs, the end of what it puts
// out so far stands below the row; nobody is told of it as it grows. Files that it sent to people stand there too.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { CodeBlock } from '../../../markdown/code-block.tsx'
import { DiffView } from '../../../markdown/diff-view.tsx'
import { parseDiff } from '../../../markdown/parse-diff.ts'
import { strings } from '../../../strings.ts'
import { CarriedFiles } from './carried-files.tsx'
import type { Article } from './choose-articles.ts'
import { chooseToolState, isMade, toolGlyphs, type ToolState } from './choose-tool-state.ts'
import { describeTool, type ToolWords, writeArguments } from './describe-tool.ts'
import { textIn } from './read-payload.ts'
import styles from './timeline.module.css'
import { ToolIcon } from './tool-icon.tsx'

interface ToolRowProps {
  article: Article
  /** The end of what it has put out so far. */
  progress: string | undefined
  onWhole(eventId: string): void
}

const words = strings.session.timeline.tool

export function ToolRow({ article, progress, onWhole }: ToolRowProps) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { event: call, other: result } = article
  const state = chooseToolState(article)
  const tool = describeTool(textIn(call, 'name'), textIn(call, 'arguments'))
  const took = isMade(state) ? tookOf(call, result) : undefined
  return (
    <>
      <details
        className={styles.fold}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        data-row={call.eventId}
      >
        <summary className={styles.summary}>
          <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
          <ToolIcon {...tool} />
          <Named tool={tool} state={state} />
          <code className={styles.object} dir="auto">
            {tool.object}
          </code>
          {result?.payload.untrusted === true ? <Chip>{words.untrusted}</Chip> : null}
          <Change diff={diffOf(result)} />
          {took === undefined ? null : <span className={styles.figure}>{format.took(took)}</span>}
          <StateGlyph state={toolGlyphs[state]} />
          <span className={toolGlyphs[state] === 'failed' ? styles.bad : ''}>{words.states[state]}</span>
        </summary>
        {isOpen ? <Inside call={call} result={result} onWhole={onWhole} /> : null}
      </details>
      {state === 'running' && progress !== undefined && progress !== '' ? <Progress text={progress} /> : null}
      <CarriedFiles event={result} />
    </>
  )
}

function Named({ tool, state }: { tool: ToolWords; state: ToolState }) {
  const { verb, server, name } = tool
  if (verb !== undefined) {
    const form = isMade(state) ? 'made' : 'asked'
    return <span className={styles.verb}>{words.verbs[verb][form]}</span>
  }
  return (
    <>
      {server === undefined ? null : <span className={styles.server}>{server}</span>}
      <code className={styles.called}>{name}</code>
    </>
  )
}

function tookOf(call: EventJson, result: EventJson | undefined): number | undefined {
  const told = result?.payload.tookMs
  if (typeof told === 'number') return told
  return result && result !== call ? Date.parse(result.createdAt) - Date.parse(call.createdAt) : undefined
}

/** The tool's own; or what it answered, where that is one. */
function diffOf(result: EventJson | undefined): string {
  if (!result || result.redacted) return ''
  const diff = textIn(result, 'diff')
  if (diff !== '') return diff
  const output = textIn(result, 'output')
  return looksLikeDiff(output) ? output : ''
}

function Change({ diff }: { diff: string }) {
  const files = diff === '' ? undefined : parseDiff(diff)
  if (!files) return null
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return <span className={styles.figure}>{words.lines(added, removed)}</span>
}

/** What stands above is cut off, not scrolled to: the whole comes with the result. */
function Progress({ text }: { text: string }) {
  return (
    <div className={styles.progress} data-progress="">
      <pre className={styles.progressText}>{text}</pre>
    </div>
  )
}

function Inside({
  call,
  result,
  onWhole,
}: {
  call: EventJson
  result: EventJson | undefined
  onWhole(eventId: string): void
}) {
  const output = result && !result.redacted ? textIn(result, 'output') : ''
  const diff = diffOf(result)
  const isDiffOnly = diff === output
  return (
    <div className={styles.inside}>
      <p className={styles.quiet}>{words.arguments}</p>
      <CodeBlock text={writeArguments(textIn(call, 'arguments'))} language="json" />
      {result === undefined ? null : (
        <>
          {diff === '' ? null : (
            <>
              <p className={styles.quiet}>{words.change}</p>
              <DiffView text={diff} />
            </>
          )}
          {diff !== '' && isDiffOnly ? null : (
            <>
              <p className={styles.quiet}>{output === '' ? words.noOutput : words.output}</p>
              {result.payload.untrusted === true ? (
                <p className={styles.quiet}>{words.untrustedAbout}</p>
              ) : null}
              {output === '' ? null : <CodeBlock text={output} />}
            </>
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

/** Cheap to say no: most answers are no change. */
function looksLikeDiff(output: string): boolean {
  return /^(diff --git |--- |Index: )/m.test(output.slice(0, 400)) && /^@@ /m.test(output)
}
