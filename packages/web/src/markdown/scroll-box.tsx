// A box that scrolls sideways within itself. While there is something to scroll it can be reached by keyboard and says
// what it is; otherwise it is no stop on the way.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './code.module.css'

export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const reached = isWide ? ({ tabIndex: 0, role: 'group', 'aria-label': label } as const) : {}
  return (
    <div ref={box} className={styles.scroll} {...reached}>
      {children}
    </div>
  )
}
