// Lets tasks of one key follow each other; keys do not wait for each other. Nothing is kept for a key that is idle.

export type OneByOne = <T>(key: string, task: () => Promise<T>) => Promise<T>

export function createOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>()

  return async (key, task) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(task, task)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
