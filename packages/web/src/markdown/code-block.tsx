// One block of code: plain at once, coloured when there is time for it. A long one is folded; one that was seen growing
// stays open, so that nothing jumps when it ends.

import { Fragment, useMemo, useRef, useState } from 'react'
import { strings } from '../strings.ts'
import { CodeFrame } from './code-frame.tsx'
import styles from './code.module.css'
import { countLines, firstLines } from './fold-lines.ts'
import { chooseHighlight } from './highlight/choose-highlight.ts'
import type { CodeLine } from './highlight/code-roles.ts'
import { knownLanguage, languages } from './highlight/languages.ts'
import { useHighlight } from './highlight/use-highlight.ts'
import { codeLimits } from './markdown-limits.ts'
import { ScrollBox } from './scroll-box.tsx'

export interface CodeBlockProps {
  text: string
  /** As written after the fence. */
  language?: string
  /** The block still grows. */
  isOpen?: boolean
}

export function CodeBlock({ text, language = '', isOpen = false }: CodeBlockProps) {
  const code = useRef<HTMLElement>(null)
  const [isFolded, setFolded] = useState(!isOpen)
  const lineCount = useMemo(() => countLines(text), [text])
  const isLong = lineCount > codeLimits.foldAboveLines
  const shown = isLong && isFolded ? firstLines(text, codeLimits.foldToLines) : text
  const lines = useHighlight(code, shown, chooseHighlight(text, lineCount, language, isOpen))
  const title = titleOf(language)
  return (
    <CodeFrame
      title={<span className={styles.language}>{title}</span>}
      text={text}
      shown={code}
      fold={isLong ? { lineCount, isFolded, onChange: setFolded } : undefined}
    >
      <ScrollBox label={strings.markdown.code.label(title)}>
        <pre className={styles.pre} dir="ltr">
          <code ref={code}>{lines ? <Lines lines={lines} /> : shown}</code>
        </pre>
      </ScrollBox>
    </CodeFrame>
  )
}

function Lines({ lines }: { lines: readonly CodeLine[] }) {
  return lines.map((line, at) => (
    <Fragment key={at}>
      {at === 0 ? null : '\n'}
      {line.map(({ text, role }, place) =>
        role === undefined ? (
          text
        ) : (
          <span key={place} className={styles[role]}>
            {text}
          </span>
        ),
      )}
    </Fragment>
  ))
}

function titleOf(written: string): string {
  const known = knownLanguage(written)
  if (known) return languages[known].title
  return written === '' ? strings.markdown.code.plain : written
}
