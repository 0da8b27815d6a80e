// What a Markdown text consists of, as data: the parser makes it, the elements show it, tests compare it.

export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'emphasis' | 'strong' | 'struck'; children: readonly InlineNode[] }
  | { kind: 'link'; href: string; children: readonly InlineNode[] }
  | { kind: 'image'; src: string; alt: string }

export type BlockNode =
  | { kind: 'paragraph'; children: readonly InlineNode[] }
  /** `level` is the one shown: 2 to 6, never more than one deeper than the heading before. */
  | { kind: 'heading'; level: number; children: readonly InlineNode[] }
  | { kind: 'list'; isOrdered: boolean; start: number; isTight: boolean; items: readonly ListItem[] }
  | { kind: 'quote'; children: readonly BlockNode[] }
  | { kind: 'code'; text: string; language: string }
  | { kind: 'table'; head: readonly Cell[]; rows: readonly (readonly Cell[])[] }
  | { kind: 'rule' }
  /** Too long or too deep to be taken apart. */
  | { kind: 'plain'; text: string }

export interface ListItem {
  /** Whether the task is done; undefined: not a task. */
  isDone: boolean | undefined
  children: readonly BlockNode[]
}

export interface Cell {
  align: 'start' | 'center' | 'end'
  children: readonly InlineNode[]
}

/** One block of the outermost level, with where and how it was written. */
export interface Block {
  start: number
  source: string
  node: BlockNode
}
