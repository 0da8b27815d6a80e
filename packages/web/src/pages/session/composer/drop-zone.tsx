// The whole page takes files that are dropped on it, and says so while they hover. A file that is dropped beside a
// field would otherwise be opened instead of the page.

import { limits } from '@heddle/contract'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import styles from './drop-zone.module.css'

interface DropZoneProps {
  onFiles(files: readonly File[], folders: readonly string[]): void
}

export function DropZone({ onFiles }: DropZoneProps) {
  const isOver = useDroppedFiles(onFiles)
  return isOver ? <DropOverlay /> : null
}

export function DropOverlay() {
  const format = useFormat()
  const words = strings.composer.files
  return createPortal(
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.card}>
        <Paperclip size={20} strokeWidth={1.5} />
        <p className={styles.title}>{words.drop}</p>
        <p>{words.dropHint(limits.attachmentsMax, format.size(limits.fileBytesMax))}</p>
      </div>
    </div>,
    document.body,
  )
}

function useDroppedFiles(onFiles: DropZoneProps['onFiles']): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    // Every element that is entered and left on the way tells of it; only the outermost counts.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    const over = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (!carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      const { files, folders } = sortOut(event.dataTransfer)
      latest.current(files, folders)
    }
    const listening = [
      ['dragenter', enter],
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const
    for (const [name, listener] of listening) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listening) window.removeEventListener(name, listener)
    }
  }, [])
  return isOver
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** A folder comes as a file that cannot be read. */
function sortOut(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer.items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    if (entry?.isDirectory) folders.push(entry.name)
    else if (file) files.push(file)
  }
  return { files, folders }
}
