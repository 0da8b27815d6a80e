// A node of a page, as far as the rules for reading it look at one. The library's types lean on those of browsers, which
// are not known here.

export interface PageNode {
  readonly nodeName: string
  readonly textContent: string | null
  readonly parentNode: PageNode | null
  readonly childNodes: ArrayLike<PageNode>
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  /** Nothing, of either kind, when there is none. */
  querySelector(selector: string): PageNode | null | undefined
}
