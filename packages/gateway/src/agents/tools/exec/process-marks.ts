// Every process of a command carries a mark in its environment, which its children inherit. By it are found those that got
// away from their parents, and those that an earlier gateway on the same data folder left behind.

export const markName = 'HEDDLE_PROCESS'

export interface ProcessMarks {
  next(): string
  /** One of this folder, but of an earlier holder. */
  isLeftOver(mark: string): boolean
}

/** `folder` and `holder`: short texts for the data folder, and for the one process that ever holds its lock by that name. */
export function createProcessMarks(folder: string, holder: string): ProcessMarks {
  const prefix = `${folder}.`
  const own = `${prefix}${holder}.`
  let count = 0
  return {
    next: () => `${own}${++count}`,
    isLeftOver: (mark) => mark.startsWith(prefix) && !mark.startsWith(own),
  }
}
