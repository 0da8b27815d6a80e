// A page that stands in a file of its own. One that was fetched ahead is drawn at once; any other shows what its place
// has to show meanwhile, and comes a step later.

import type { ComponentType } from 'react'

export interface PageLater<Props> {
  load(): Promise<ComponentType<Props>>
  /** Undefined until it was fetched. */
  loaded(): ComponentType<Props> | undefined
}

export function pageLater<Props>(fetchPage: () => Promise<ComponentType<Props>>): PageLater<Props> {
  let page: ComponentType<Props> | undefined
  return {
    async load() {
      page = await fetchPage()
      return page
    },
    loaded: () => page,
  }
}
