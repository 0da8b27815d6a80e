// One sign for each kind of tool; the words beside it say the same.

import {
  FilePen,
  FilePlus,
  FileText,
  FolderOpen,
  Forward,
  Globe,
  Layers,
  type LucideIcon,
  Network,
  Paperclip,
  Plug,
  Search,
  Split,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import type { ToolVerb, ToolWords } from './describe-tool.ts'
import styles from './timeline.module.css'

const icons: Record<ToolVerb, LucideIcon> = {
  read: FileText,
  write: FilePlus,
  edit: FilePen,
  list: FolderOpen,
  search: Search,
  run: SquareTerminal,
  process: Layers,
  fetch: Globe,
  spawn: Split,
  subagents: Network,
  attach: Paperclip,
  message: Forward,
}

export function ToolIcon({ verb, server }: Pick<ToolWords, 'verb' | 'server'>) {
  const Icon = server !== undefined ? Plug : verb === undefined ? Wrench : icons[verb]
  return <Icon className={styles.toolIcon} size={16} strokeWidth={1.5} aria-hidden="true" />
}
