// Which processes belong to a command: what descends from it, from what once did, or carries its mark.

export interface ProcessRow {
  pid: number
  parent: number
  /** With the pid it names one process, also after the number was given to another. */
  started: string
  memoryBytes: number
}

export type ProcessName = Pick<ProcessRow, 'pid' | 'started'>

/** `roots` that are gone are left out. A root is part of its tree. */
export function chooseTree(rows: readonly ProcessRow[], roots: readonly ProcessName[]): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>()
  const known = new Map(rows.map((row) => [row.pid, row]))
  for (const row of rows) {
    const siblings = children.get(row.parent)
    if (siblings) siblings.push(row)
    else children.set(row.parent, [row])
  }
  const tree = new Map<number, ProcessRow>()
  const open = roots.flatMap(({ pid, started }) => {
    const row = known.get(pid)
    return row?.started === started ? [row] : []
  })
  for (let row = open.pop(); row; row = open.pop()) {
    if (tree.has(row.pid)) continue
    tree.set(row.pid, row)
    open.push(...(children.get(row.pid) ?? []))
  }
  return [...tree.values()]
}
