// The rows of the list, only those in sight drawn. One of them is reached by Tab, the arrows go on from there. What
// regroups elsewhere keeps the row at the upper edge where it is.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useRead } from '../../api/use-read.ts'
import type { Tree } from '../../live/run-tree.ts'
import { useTreesOf } from '../../live/use-trees-of.ts'
import { useMe } from '../../me/me-context.tsx'
import { focusSoon } from '../../shell/focus-soon.ts'
import { strings } from '../../strings.ts'
import { draftsOf } from '../session/drafts.ts'
import { useDraftChanges } from './use-draft-changes.ts'
import type { Group, GroupId, Placed } from './choose-groups.ts'
import { type BelowRow as BelowPlaced, chooseBelow, chooseTrees } from './choose-below.ts'
import { BelowRow, MoreBelow } from './below-row.tsx'
import { chooseReason, isUnread } from './choose-reason.ts'
import { SessionRow } from './session-row.tsx'
import styles from './session-pane.module.css'

type Item =
  | { key: string; group: GroupId }
  | ({ key: string } & Placed)
  | ({ key: string; title: string } & BelowPlaced)
  | { key: string; title: string; rootId: string; more: number }

export interface RowsHandle {
  /** Moves the focus on by so many rows; from nowhere, to the current one. */
  move(by: number): void
  focus(id?: string): void
  /** The neighbour of a session in the order that is shown. */
  neighbour(id: string | undefined, by: number): string | undefined
}

interface SessionRowsProps {
  groups: readonly Group[]
  /** The session of this page, looked at or not. */
  currentId: string | undefined
  /** The one that is in sight just now. */
  inSightId: string | undefined
  headingLevel: 2 | 3
  onNearEnd(): void
  onPoint(): void
  onRest(): void
  handle: React.RefObject<RowsHandle | null>
  children?: React.ReactNode
}

const nearEndRows = 10

export function SessionRows(props: SessionRowsProps) {
  const { groups, currentId, inSightId, headingLevel, onNearEnd, onPoint, onRest } = props
  const trees = useTreesOf(useMemo(() => chooseTrees(groups), [groups]))
  const items = useMemo(() => flatten(groups, trees), [groups, trees])
  const rows = useMemo(() => items.flatMap((item) => ('group' in item ? [] : [item.key])), [items])
  const [chosenId, setChosen] = useState<string>()
  const activeId = [chosenId, currentId].find((id) => id !== undefined && rows.includes(id)) ?? rows[0]
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const minute = useMinute()
  const drawn = useRowFacts()
  const keepPlace = useKeptPlace(items, list)

  const focusRow = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return
      setChosen(id)
      const index = items.findIndex((item) => item.key === id)
      list.current?.scrollToIndex(index, { align: 'nearest' })
      focusSoon(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`))
    },
    [items],
  )
  const move = (by: number) => {
    const focused = document.activeElement?.getAttribute('data-row') ?? undefined
    const at = focused === undefined ? -1 : rows.indexOf(focused)
    focusRow(at < 0 ? activeId : rows[Math.min(rows.length - 1, Math.max(0, at + by))])
  }
  useEffect(() => {
    props.handle.current = {
      move,
      focus: (id) => focusRow(id !== undefined && rows.includes(id) ? id : activeId),
      neighbour: (id, by) => {
        const sessions = rows.filter((key) => !key.startsWith('more '))
        return id === undefined ? sessions[0] : sessions[sessions.indexOf(id) + by]
      },
    }
  })
  const lookAhead = () => {
    const handle = list.current
    if (!handle) return
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize)
    if (last >= items.length - nearEndRows) onNearEnd()
  }
  // Also when a filter left too few rows to scroll by.
  useEffect(lookAhead)

  const kept = [activeId, currentId].map((id) => items.findIndex((item) => item.key === id))
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onPointerMove={onPoint}
      onPointerLeave={onRest}
      onKeyDown={(event) => {
        const by = steps[event.key]
        if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        move(by)
      }}
    >
      <Virtualizer
        ref={list}
        data={items}
        as={RowList}
        item="li"
        itemSize={64}
        keepMounted={kept.filter((index) => index >= 0)}
        onScroll={() => {
          keepPlace()
          lookAhead()
        }}
      >
        {(item) =>
          'group' in item ? (
            <GroupTitle key={item.key} id={item.group} level={headingLevel} />
          ) : 'run' in item ? (
            <BelowRow
              key={item.key}
              run={item.run}
              depth={item.depth}
              title={item.title}
              isCurrent={item.key === currentId}
              isActive={item.key === activeId}
            />
          ) : 'more' in item ? (
            <MoreBelow
              key={item.key}
              rootId={item.rootId}
              more={item.more}
              title={item.title}
              isActive={item.key === activeId}
            />
          ) : (
            <SessionRow
              key={item.key}
              session={item.session}
              depth={item.depth}
              agent={drawn.agentOf(item.session.agentId)}
              reason={chooseReason(item.session, inSightId)}
              hasDraft={drawn.hasDraft(item.session.id)}
              isUnread={isUnread(item.session, inSightId)}
              isCurrent={item.session.id === currentId}
              isActive={item.session.id === activeId}
              minute={minute}
            />
          )
        }
      </Virtualizer>
      {props.children}
    </div>
  )
}

const steps: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

function RowList(props: React.ComponentProps<'ul'>) {
  return <ul {...props} aria-label={strings.shell.list.label} />
}

function GroupTitle({ id, level }: { id: GroupId; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return <Heading className={styles.group}>{strings.shell.list.groups[id]}</Heading>
}

function flatten(groups: readonly Group[], trees: ReadonlyMap<string, Tree>): Item[] {
  // A sub-agent to whom one spoke has a row of its own.
  const named = new Set(groups.flatMap(({ rows }) => rows.map(({ session }) => session.id)))
  return groups.flatMap(({ id, rows }) => [
    { key: `group ${id}`, group: id },
    ...rows.flatMap((row) => [
      { key: row.session.id, ...row },
      ...(id === 'found' ? [] : below(row, trees.get(row.session.id), named)),
    ]),
  ])
}

function below({ session }: Placed, tree: Tree | undefined, named: ReadonlySet<string>): Item[] {
  if (!tree || tree.runs.size === 0) return []
  const { rows, more } = chooseBelow(tree.runs.values(), session.id, named)
  const title = session.title === '' ? strings.sessions.untitled : session.title
  const shown: Item[] = rows.map((row) => ({ key: row.run.sessionId, title, ...row }))
  if (more > 0) shown.push({ key: `more ${session.id}`, title, rootId: session.id, more })
  return shown
}

function useRowFacts() {
  const me = useMe()
  const agents = useRead('listAgents', {})
  const drafts = useMemo(() => draftsOf(me.id), [me.id])
  useDraftChanges()
  return {
    agentOf: (id: string) =>
      agents.data?.items.find((agent) => agent.id === id)?.name ?? (agents.data ? id : ''),
    hasDraft: drafts.has,
  }
}

/** Remembers which row is at the upper edge; after the rows changed it is brought back there. */
function useKeptPlace(items: readonly Item[], list: React.RefObject<VirtualizerHandle | null>): () => void {
  const place = useRef<{ key: string; below: number }>(undefined)
  const before = useRef(items)
  const remember = () => {
    const handle = list.current
    if (!handle || handle.scrollOffset <= 0) return void (place.current = undefined)
    const index = handle.findItemIndex(handle.scrollOffset)
    const key = before.current[index]?.key
    if (key !== undefined) place.current = { key, below: handle.scrollOffset - handle.getItemOffset(index) }
  }
  useLayoutEffect(() => {
    if (before.current === items) return
    before.current = items
    const handle = list.current
    const index = items.findIndex((item) => item.key === place.current?.key)
    if (!handle || !place.current || index < 0) return
    const wanted = handle.getItemOffset(index) + place.current.below
    if (Math.abs(wanted - handle.scrollOffset) > 1) handle.scrollTo(wanted)
  }, [items, list])
  return remember
}

function useMinute(): number {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((last) => last + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}
