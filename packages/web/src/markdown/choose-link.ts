// Where an address in a text may lead. Only http, https and mailto leave the app, only sessions and files lead into it;
// an address of any other kind is no link.

export type LinkTarget =
  | { kind: 'outside'; href: string }
  /** A page of this app, opened without loading it anew. */
  | { kind: 'session'; path: string }
  | { kind: 'file'; path: string }
  | { kind: 'none' }

const none: LinkTarget = { kind: 'none' }
const nowhere = 'http://nowhere.invalid'

export function chooseLink(href: string, origin: string): LinkTarget {
  // Written without a host, only what begins with one slash is ours; a browser reads "\" as "/" too.
  const isOwnPath = /^\/(?![/\\])/.test(href)
  if (!isOwnPath && !/^(?:https?:\/\/|mailto:)/i.test(href)) return none
  const url = parse(href, isOwnPath ? origin : undefined)
  if (!url) return none
  if (isOwnPath || url.origin === origin) {
    const path = `${url.pathname}${url.search}${url.hash}`
    if (/^\/sessions\/[^/]/.test(url.pathname)) return { kind: 'session', path }
    if (/^\/api\/v1\/files\/[^/]/.test(url.pathname)) return { kind: 'file', path }
    return isOwnPath ? none : { kind: 'outside', href: url.href }
  }
  return { kind: 'outside', href: url.href }
}

/** Without knowing where the app stands: whether the parser may make a link of it. */
export function mayLead(href: string): boolean {
  return chooseLink(href, nowhere).kind !== 'none'
}

function parse(href: string, base: string | undefined): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}
