// Several trees at once, for a list that shows something of each.

import { useEffect, useState } from 'react'
import type { Tree } from './run-tree.ts'
import { useTrees } from './trees-context.tsx'

export function useTreesOf(rootIds: readonly string[]): ReadonlyMap<string, Tree> {
  const trees = useTrees()
  const [shown, setShown] = useState<ReadonlyMap<string, Tree>>(new Map())
  const asked = rootIds.join(' ')
  useEffect(() => {
    if (!trees) return
    const ids = asked === '' ? [] : asked.split(' ')
    const show = () => setShown(new Map(ids.map((id) => [id, trees.read(id)])))
    const drops = ids.map((id) => trees.watch(id, show))
    show()
    return () => {
      for (const drop of drops) drop()
    }
  }, [trees, asked])
  return shown
}
