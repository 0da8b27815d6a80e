// A unified diff, file by file: how much came and went first, then the hunks with the numbers of their lines. A text that
// is no diff is shown as code.

import { useMemo, useRef, useState } from 'react'
import { useFormat } from '../format/format-context.tsx'
import { strings } from '../strings.ts'
import { CodeBlock } from './code-block.tsx'
import { CodeFrame } from './code-frame.tsx'
import { chooseDiffLines } from './choose-diff-lines.ts'
import styles from './code.module.css'
import { codeLimits } from './markdown-limits.ts'
import { type DiffFile, type DiffLine, parseDiff } from './parse-diff.ts'
import { ScrollBox } from './scroll-box.tsx'

interface DiffViewProps {
  text: string
  /** Shown in full from the beginning, because it was seen growing. */
  isUnfolded?: boolean
}

export function DiffView({ text, isUnfolded = false }: DiffViewProps) {
  const files = useMemo(() => parseDiff(text), [text])
  if (!files) return <CodeBlock text={text} language="diff" isOpen={isUnfolded} />
  return (
    <div className={styles.files}>
      {files.map((file, at) => (
        <FileDiff key={at} file={file} isUnfolded={isUnfolded} />
      ))}
    </div>
  )
}

function FileDiff({ file, isUnfolded }: { file: DiffFile; isUnfolded: boolean }) {
  const body = useRef<HTMLElement>(null)
  const [isFolded, setFolded] = useState(!isUnfolded)
  const lineCount = file.hunks.reduce((sum, hunk) => sum + 1 + hunk.lines.length, 0)
  const isLong = lineCount > codeLimits.foldAboveLines
  const hunks = chooseDiffLines(file.hunks, isLong && isFolded ? codeLimits.foldToLines : lineCount)
  const path = file.newPath || file.oldPath
  const words = strings.markdown.diff
  return (
    <CodeFrame
      title={<DiffTitle file={file} />}
      text={file.source}
      shown={body}
      fold={isLong ? { lineCount, isFolded, onChange: setFolded } : undefined}
    >
      {file.notes.length > 0 ? <p className={styles.notes}>{file.notes.join('\n')}</p> : null}
      {hunks.length > 0 ? (
        <ScrollBox label={path === '' ? words.unnamed : words.label(path)}>
          <pre className={styles.pre} dir="ltr">
            <code ref={body} className={styles.diff}>
              {hunks.map((hunk, at) => (
                <span key={at} className={styles.hunk}>
                  <span className={styles.hunkHead}>{hunk.heading}</span>
                  {hunk.lines.map((line, place) => (
                    <Line key={place} line={line} />
                  ))}
                </span>
              ))}
            </code>
          </pre>
        </ScrollBox>
      ) : null}
    </CodeFrame>
  )
}

function DiffTitle({ file }: { file: DiffFile }) {
  const format = useFormat()
  const words = strings.markdown.diff
  const { oldPath, newPath } = file
  const isMoved = oldPath !== '' && newPath !== '' && oldPath !== newPath
  const path = isMoved ? words.renamed(oldPath, newPath) : newPath || oldPath || words.unnamed
  const [added, removed] = [format.count(file.added), format.count(file.removed)]
  return (
    <span className={styles.title}>
      <span className={styles.counts} aria-hidden="true">
        <span className={styles.inserted}>{words.added(added)}</span>{' '}
        <span className={styles.deleted}>{words.removed(removed)}</span>
      </span>
      <span className="visually-hidden">{words.counts(added, removed)}</span>
      <bdi className={styles.path}>{path}</bdi>
      {oldPath === '' && newPath !== '' ? <span className={styles.fate}>{words.created}</span> : null}
      {newPath === '' && oldPath !== '' ? <span className={styles.fate}>{words.deleted}</span> : null}
    </span>
  )
}

const signs = { same: ' ', added: '+', removed: '-', note: ' ' } as const
const tags = { same: 'span', added: 'ins', removed: 'del', note: 'span' } as const

/** The numbers stand in attributes, so that a selection holds the code alone. */
function Line({ line }: { line: DiffLine }) {
  const Tag = tags[line.kind]
  return (
    <Tag className={styles.line} data-kind={line.kind}>
      <span className={styles.number} data-number={line.oldNumber ?? ''} />
      <span className={styles.number} data-number={line.newNumber ?? ''} />
      <span className={styles.sign}>{signs[line.kind]}</span>
      <span className={styles.words}>{line.text}</span>
    </Tag>
  )
}
