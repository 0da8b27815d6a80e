// Moves among the rows of the inbox by keyboard. One row is reached by Tab, keys go on from there; when the row with the
// focus goes away, the one that comes to its place takes it.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { InboxGroup } from '../../inbox/group-notifications.ts'
import { useShortcut } from '../../shell/shortcut-context.tsx'

interface InboxRows {
  list: RefObject<HTMLDivElement | null>
  activeKey: string | undefined
  onKeyDown(event: React.KeyboardEvent): void
  onFocus(event: React.FocusEvent): void
  onBlur(event: React.FocusEvent): void
}

interface RowActs {
  done(group: InboxGroup): void
  unread(group: InboxGroup): void
}

export function useInboxRows(groups: readonly InboxGroup[], acts: RowActs): InboxRows {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const isInside = useRef(false)
  const before = useRef(groups)
  const keys = groups.map(({ key }) => key)
  const activeKey = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0]

  const focus = (key: string | undefined) => {
    if (key === undefined) return
    setChosen(key)
    const row = rowOf(list.current, key)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (by: number) => {
    const at = isInside.current && activeKey !== undefined ? keys.indexOf(activeKey) : -1
    focus(at < 0 ? activeKey : keys[Math.min(keys.length - 1, Math.max(0, at + by))])
  }
  /** Only what one stands on: nothing is done to a row that was not chosen. */
  const onRow = (act: (group: InboxGroup) => void) => {
    const group = isInside.current ? groups.find(({ key }) => key === activeKey) : undefined
    if (group) act(group)
    else focus(activeKey)
  }
  useShortcut('list-next', () => move(1))
  useShortcut('list-previous', () => move(-1))
  useShortcut('inbox-done', () => onRow(acts.done))
  useShortcut('inbox-unread', () => onRow(acts.unread))

  useLayoutEffect(() => {
    const was = before.current
    before.current = groups
    if (!isInside.current || list.current?.contains(document.activeElement)) return
    if (document.activeElement !== document.body) return
    const at = was.findIndex(({ key }) => key === chosen)
    const next = groups[Math.min(Math.max(0, at), groups.length - 1)]
    if (next === undefined) return list.current?.focus()
    setChosen(next.key)
    rowOf(list.current, next.key)?.focus({ preventScroll: true })
  }, [groups, chosen])

  return {
    list,
    activeKey,
    onKeyDown(event) {
      const by = steps[event.key]
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      move(by)
    },
    onFocus(event) {
      isInside.current = event.target !== list.current
      const key = event.target.closest('[data-group]')?.getAttribute('data-group')
      if (key) setChosen(key)
    },
    onBlur(event) {
      // What is taken away has no next focus either, but then nobody went elsewhere.
      if (event.relatedTarget !== null) isInside.current = event.currentTarget.contains(event.relatedTarget)
    },
  }
}

const steps: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

function rowOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null
}
