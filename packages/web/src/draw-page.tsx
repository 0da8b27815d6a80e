// Draws a page that may have been fetched ahead.

import { type ComponentType, lazy, useState } from 'react'
import type { PageLater } from './page-later.ts'

export function drawnLater<Props extends object>(page: PageLater<Props>): ComponentType<Props> {
  const Later = lazy(async () => ({ default: await page.load() })) as unknown as ComponentType<Props>
  return function Drawn(props: Props) {
    // Whichever it is stays: another component would begin anew.
    const [Page] = useState(() => page.loaded() ?? Later)
    return <Page {...props} />
  }
}
