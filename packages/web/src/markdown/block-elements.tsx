// Blocks as elements. The outermost one takes its direction from its own first words; what stands within it follows.

import { useState } from 'react'
import { strings } from '../strings.ts'
import { CodeBlock } from './code-block.tsx'
import { DiffView } from './diff-view.tsx'
import { Inline } from './inline-elements.tsx'
import styles from './markdown.module.css'
import type { BlockNode, Cell, InlineNode, ListItem } from './nodes.ts'
import { parseDiff } from './parse-diff.ts'
import { ScrollBox } from './scroll-box.tsx'

interface BlockElementProps {
  node: BlockNode
  /** It still grows. */
  isOpen: boolean
  isInner?: boolean
}

export function BlockElement({ node, isOpen, isInner = false }: BlockElementProps) {
  const direction = isInner ? {} : { dir: 'auto' }
  switch (node.kind) {
    case 'paragraph':
      return (
        <p {...direction}>
          <Inline nodes={node.children} />
        </p>
      )
    case 'heading':
      return <Heading level={node.level} nodes={node.children} isInner={isInner} />
    case 'list':
      return <List node={node} isOpen={isOpen} isInner={isInner} />
    case 'quote':
      return (
        <blockquote className={styles.quote} {...direction}>
          {node.children.map((child, at) => (
            <BlockElement key={at} node={child} isOpen={isOpen} isInner />
          ))}
        </blockquote>
      )
    case 'code':
      return <Code text={node.text} language={node.language} isOpen={isOpen} />
    case 'table':
      return <Table head={node.head} rows={node.rows} />
    case 'rule':
      return <hr className={styles.rule} />
    case 'plain':
      return (
        <p className={styles.plain} {...direction}>
          {node.text}
        </p>
      )
  }
}

interface HeadingProps {
  level: number
  nodes: readonly InlineNode[]
  isInner: boolean
}

function Heading({ level, nodes, isInner }: HeadingProps) {
  const Tag = headingTags[level] ?? 'h6'
  return (
    <Tag className={styles.heading} data-level={level} {...(isInner ? {} : { dir: 'auto' })}>
      <Inline nodes={nodes} />
    </Tag>
  )
}

const headingTags: Partial<Record<number, 'h2' | 'h3' | 'h4' | 'h5'>> = { 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5' }

interface ListProps {
  node: Extract<BlockNode, { kind: 'list' }>
  isOpen: boolean
  isInner: boolean
}

function List({ node, isOpen, isInner }: ListProps) {
  const items = node.items.map((item, at) => (
    <Item key={at} item={item} isTight={node.isTight} isOpen={isOpen && at === node.items.length - 1} />
  ))
  const direction = isInner ? {} : { dir: 'auto' }
  const look = `${styles.list} ${node.isTight ? styles.tight : ''}`
  return node.isOrdered ? (
    <ol className={`${look} ${styles.numbers}`} start={node.start} {...direction}>
      {items}
    </ol>
  ) : (
    <ul className={look} {...direction}>
      {items}
    </ul>
  )
}

function Item({ item, isTight, isOpen }: { item: ListItem; isTight: boolean; isOpen: boolean }) {
  const words = strings.markdown
  return (
    <li className={item.isDone === undefined ? undefined : styles.task}>
      {item.isDone === undefined ? null : (
        <input
          type="checkbox"
          className={styles.box}
          checked={item.isDone}
          disabled
          aria-label={item.isDone ? words.taskDone : words.taskOpen}
        />
      )}
      {item.children.map((child, at) =>
        isTight && child.kind === 'paragraph' ? (
          <Inline key={at} nodes={child.children} />
        ) : (
          <BlockElement key={at} node={child} isOpen={isOpen} isInner />
        ),
      )}
    </li>
  )
}

/** A diff is one only when it is whole. Until then, and when it does not add up, it is code. */
function Code({ text, language, isOpen }: { text: string; language: string; isOpen: boolean }) {
  const [wasOpen] = useState(isOpen)
  const isDiff = (language === 'diff' || language === 'patch') && !isOpen && parseDiff(text) !== undefined
  if (isDiff) return <DiffView text={text} isUnfolded={wasOpen} />
  return <CodeBlock text={text} language={language} isOpen={isOpen} />
}

function Table({ head, rows }: { head: readonly Cell[]; rows: readonly (readonly Cell[])[] }) {
  return (
    <div className={styles.tableFrame}>
      <ScrollBox label={strings.markdown.table}>
        <table className={styles.table} dir="auto">
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" data-align={cell.align}>
                  <Inline nodes={cell.children} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, place) => (
                  <td key={place} data-align={cell.align}>
                    <Inline nodes={cell.children} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  )
}
