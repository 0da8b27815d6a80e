// A branch of the tree: those at work, each with its own branch below it, and the ended ones behind a count. Nested lists
// with buttons that fold them, which every screen reader knows how to walk.

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { chooseThread } from '../../../components/choose-thread.ts'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { treePanelStrings } from '../../../tree-panel-strings.ts'
import { nameRun } from '../subagents/read-run.ts'
import styles from './agents-panel.module.css'
import { type Branch, countNodes, type TreeNode } from './arrange-tree.ts'
import { useTreeActs } from './tree-acts.ts'
import { RunRow } from './run-row.tsx'

const words = treePanelStrings
/** So many ended ones are drawn at a time. */
const endedAtOnce = 50

export function TreeBranch({ branch, name, isTop }: { branch: Branch; name: string; isTop: boolean }) {
  const { isNarrowed } = useTreeActs()
  const { live, ended } = branch
  const hasEnded = ended.length > 0 && !isNarrowed
  if (live.length === 0 && !hasEnded) return null
  return (
    <ul className={styles.branch} aria-label={isTop ? words.list : words.listOf(name)}>
      {live.map((node) => (
        <Node key={node.run.id} node={node} />
      ))}
      {hasEnded ? (
        <Ended nodes={ended} name={name} isTop={isTop} isOpen={isTop && live.length === 0} />
      ) : null}
    </ul>
  )
}

function Node({ node }: { node: TreeNode }) {
  const { folds, setFold, isNarrowed } = useTreeActs()
  const listId = useId()
  const { run, below, activeBelow } = node
  const name = nameOfRun(node)
  const isOpen = folds.get(run.id) ?? true
  const hasBelow = below.live.length > 0 || (below.ended.length > 0 && !isNarrowed)
  return (
    <li className={styles.node} data-thread={chooseThread(run.agentId)}>
      <RunRow
        run={run}
        name={name}
        activeBelow={activeBelow}
        fold={
          hasBelow ? (
            <Button
              className={styles.fold ?? ''}
              aria-label={words.fold(name)}
              aria-expanded={isOpen}
              {...(isOpen ? { 'aria-controls': listId } : {})}
              onPress={() => setFold(run.id, !isOpen)}
            >
              <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          ) : null
        }
        isFolded={hasBelow && !isOpen}
      />
      {hasBelow && isOpen ? (
        <div id={listId}>
          <TreeBranch branch={below} name={name} isTop={false} />
        </div>
      ) : null}
    </li>
  )
}

interface EndedProps {
  nodes: readonly TreeNode[]
  name: string
  isTop: boolean
  /** Unless the reader said otherwise. */
  isOpen: boolean
}

function Ended({ nodes, name, isTop, isOpen: isOpenFirst }: EndedProps) {
  const format = useFormat()
  const { folds, setFold } = useTreeActs()
  const [shown, setShown] = useState(endedAtOnce)
  const listId = useId()
  const key = `ended ${isTop ? '' : name}`
  const isOpen = folds.get(key) ?? isOpenFirst
  const count = nodes.length + nodes.reduce((sum, { below }) => sum + countNodes(below), 0)
  const title = words.ended(count, format.count(count))
  const rest = nodes.length - shown
  return (
    <li className={styles.ended}>
      <Button
        className={styles.endedFold ?? ''}
        aria-label={isTop ? title : words.endedBelow(title, name)}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': listId } : {})}
        onPress={() => setFold(key, !isOpen)}
      >
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
        {title}
      </Button>
      {isOpen ? (
        <ul id={listId} className={styles.branch} aria-label={title}>
          {nodes.slice(0, shown).map((node) => (
            <Node key={node.run.id} node={node} />
          ))}
          {rest > 0 ? (
            <li className={styles.ended}>
              <Button className={styles.endedFold ?? ''} onPress={() => setShown(shown + endedAtOnce)}>
                {words.more(Math.min(rest, endedAtOnce))}
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  )
}

function nameOfRun({ run }: TreeNode): string {
  return nameRun(run.label, run.task) || strings.subagents.unnamed
}
