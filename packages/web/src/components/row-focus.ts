// Keeps the focus in a list whose rows come and go: where the row that had it leaves, or has nothing to press any more, the same act of the
// next row takes it, else that of the row before, else the heading. Rows carry their id as data-row, their buttons what they do as data-act.

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { chooseRows } from './choose-row.ts'

export interface RowFocus {
  /** Before something takes the focus out of this row for a while. */
  remember(id: string): void
  /** Where it goes then. */
  choose(): HTMLElement | null
}

interface Held {
  id: string
  act: string | undefined
  /** The rows as they stood. */
  order: string[]
}

/**
 * `heading` takes it when no row can; the list itself, where there is none. Only with a heading the focus is also kept where a
 * row leaves by itself: other lists have their own way.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  heading?: () => HTMLElement | null,
): RowFocus {
  const isKept = heading !== undefined
  /** What was asked about, and what has the focus now. */
  const remembered = useRef<Held | null>(null)
  const focused = useRef<{ element: HTMLElement; held: Held } | null>(null)
  const headingRef = useRef(heading)
  headingRef.current = heading

  useEffect(() => {
    if (!isKept) return
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement && list.current?.contains(target) ? rowOf(target) : null
      focused.current = row && { element: target as HTMLElement, held: hold(list.current, row, target) }
    }
    // A press beside everything leaves the list on purpose.
    const leave = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && list.current?.contains(target))) focused.current = null
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', leave)
    }
  }, [list, isKept])

  // After each change of the list: what had the focus may be gone, and the focus with it.
  useLayoutEffect(() => {
    const had = focused.current
    if (had === null || list.current === null) return
    if (had.element.isConnected) return void (had.held.order = idsIn(list.current))
    focused.current = null
    if (document.activeElement === document.body)
      take(chooseIn(list.current, had.held, headingRef.current?.() ?? null))
  })

  return {
    remember(id) {
      const row = list.current?.querySelector<HTMLElement>(rowSelector(id))
      remembered.current = row
        ? hold(list.current, row, document.activeElement)
        : { id, act: undefined, order: [id] }
    },
    choose: () =>
      remembered.current && list.current
        ? chooseIn(list.current, remembered.current, headingRef.current?.() ?? null)
        : list.current,
  }
}

/** What cannot have the focus by itself gets it for once. */
export function take(target: HTMLElement | null | undefined): void {
  if (!target) return
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus()
}

function chooseIn(list: HTMLElement, { id, act, order }: Held, heading: HTMLElement | null): HTMLElement {
  for (const one of chooseRows(order, id)) {
    const row = list.querySelector<HTMLElement>(rowSelector(one))
    const target = row && buttonOf(row, act)
    if (target) return target
  }
  return heading ?? list
}

function buttonOf(row: HTMLElement, act: string | undefined): HTMLElement | null {
  return row.querySelector<HTMLElement>(act === undefined ? 'button' : `[data-act="${CSS.escape(act)}"]`)
}

function hold(list: HTMLElement | null, row: HTMLElement, target: EventTarget | null): Held {
  const act = target instanceof HTMLElement && row.contains(target) ? target.dataset.act : undefined
  return { id: row.dataset.row ?? '', act, order: idsIn(list) }
}

function rowOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[data-row]')
}

function rowSelector(id: string): string {
  return `[data-row="${CSS.escape(id)}"]`
}

function idsIn(list: HTMLElement | null): string[] {
  const found = list?.querySelectorAll<HTMLElement>('[data-row]') ?? []
  return [...found].map((row) => row.dataset.row ?? '')
}
