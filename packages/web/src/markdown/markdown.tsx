// A message's Markdown as elements. Nothing in it is ever handed to the browser as HTML, so there is nothing to clean.
// While the text grows, only its last blocks are made anew.

import { memo, useMemo, useState } from 'react'
import { BlockElement } from './block-elements.tsx'
import { createBlockStream } from './block-stream.ts'
import styles from './markdown.module.css'
import type { Block } from './nodes.ts'

export interface MarkdownProps {
  text: string
  /** The text still grows. */
  isStreaming?: boolean
  /** Puts signs around those whom it mentions; while it grows it names nobody yet. */
  mark?: ((text: string) => string) | undefined
}

export function Markdown({ text: source, isStreaming = false, mark }: MarkdownProps) {
  const text = useMemo(() => (mark && !isStreaming ? mark(source) : source), [source, isStreaming, mark])
  const [stream] = useState(() => createBlockStream())
  // The stream remembers what it has parsed; for the same text it gives the same chunks, however often it is asked.
  const chunks = useMemo(() => stream.read(text, isStreaming), [stream, text, isStreaming])
  return (
    <div className={styles.markdown}>
      {chunks.map((blocks, at) => (
        <Chunk key={at} blocks={blocks} isOpen={isStreaming && at === chunks.length - 1} />
      ))}
    </div>
  )
}

/** Many blocks that React can leave alone with one look. */
const Chunk = memo(function Chunk({ blocks, isOpen }: { blocks: readonly Block[]; isOpen: boolean }) {
  return blocks.map((block, at) => (
    <OneBlock key={at} block={block} isOpen={isOpen && at === blocks.length - 1} />
  ))
})

const OneBlock = memo(function OneBlock({ block, isOpen }: { block: Block; isOpen: boolean }) {
  return <BlockElement node={block.node} isOpen={isOpen} />
})
