// The edge of the panel beside the session, by which it is pulled wider or narrower, also with the arrow keys. How wide it
// was stays in this browser.

import { useState } from 'react'
import { openStore } from '../ahead/open-store.ts'
import { keepReading } from '../shell/keep-reading.ts'
import { strings } from '../strings.ts'
import { chooseSideWidth, chooseWidthByKey, sideWidths } from './choose-side-width.ts'
import styles from './side-panel.module.css'

const keptAs = 'heddle.side-width'

export function useSideWidth(): [number, (width: number) => void] {
  const store = openStore(() => window.localStorage)
  const [width, setWidth] = useState(() => {
    const kept = store?.getItem(keptAs)
    return kept ? chooseSideWidth(Number(kept)) : sideWidths.usual
  })
  return [
    width,
    (next) => {
      setWidth(next)
      try {
        store?.setItem(keptAs, String(next))
      } catch {
        // Full or forbidden: it is only as wide until the page is loaded again.
      }
    },
  ]
}

export function SideEdge({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.shell.side.edge}
      aria-valuenow={width}
      aria-valuemin={sideWidths.least}
      aria-valuemax={sideWidths.most}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={(event) => {
        const next = chooseWidthByKey(event.key, width, isRightToLeft(event.currentTarget))
        if (next === undefined) return
        event.preventDefault()
        keepReading()
        onWidth(next)
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        keepReading()
      }}
      onPointerMove={(event) => {
        const { currentTarget, clientX } = event
        const panel = currentTarget.parentElement
        if (!currentTarget.hasPointerCapture(event.pointerId) || !panel) return
        const { left, right } = panel.getBoundingClientRect()
        onWidth(chooseSideWidth(isRightToLeft(currentTarget) ? clientX - left : right - clientX))
      }}
    />
  )
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
