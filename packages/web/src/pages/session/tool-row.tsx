// A tool that was called, in one row that opens: what it was asked and what it answered.

import type { EventJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { type GlyphState, StateGlyph } from '../../components/state-glyph.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import { textIn } from './read-payload.ts'
import styles from './timeline.module.css'

export function ToolRow({ call, result }: { call: EventJson; result: EventJson | undefined }) {
  const format = useFormat()
  const words = strings.session.timeline.tool
  const { glyph, word } = stateOf(result)
  const took =
    result && result !== call ? Date.parse(result.createdAt) - Date.parse(call.createdAt) : undefined
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        <code className={styles.called}>{textIn(call, 'name')}</code>
        <span className={styles.object} dir="auto">
          {oneLine(textIn(call, 'arguments'))}
        </span>
        {took === undefined ? null : <span>{format.wait(took)}</span>}
        <StateGlyph state={glyph} />
        {word}
      </summary>
      <p className={styles.quiet}>{words.arguments}</p>
      <pre className={styles.mono}>{textIn(call, 'arguments')}</pre>
      {result ? (
        <>
          <p className={styles.quiet}>{words.output}</p>
          <pre className={styles.mono}>{result.redacted ? '' : textIn(result, 'output')}</pre>
        </>
      ) : null}
    </details>
  )
}

function stateOf(result: EventJson | undefined): { glyph: GlyphState; word: string } {
  const words = strings.session.timeline.tool
  if (!result) return { glyph: 'running', word: words.running }
  if (result.payload.interrupted === true) return { glyph: 'failed', word: words.interrupted }
  if (result.payload.isError === true) return { glyph: 'failed', word: words.failed }
  return { glyph: 'done', word: words.done }
}

function oneLine(text: string): string {
  return text.slice(0, 200).replace(/\s+/g, ' ')
}
