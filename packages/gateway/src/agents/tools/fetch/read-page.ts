// HTML as Markdown or as plain text: what a person would read of the page, without scripts, menus and the like. May take
// long or run out of stack with hostile pages; whoever calls it is ready for that.

import TurndownService from 'turndown'
import type { PageNode } from './page-node.ts'
import type { PageReading, ReadablePage } from './page-reader.ts'
import { addPlainRules } from './plain-rules.ts'
import { addTableRules } from './table-rules.ts'

const noise = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE NAV IFRAME OBJECT FORM BUTTON SELECT SVG CANVAS DIALOG MATH'.split(' '),
)

/** Below this, what a page calls its main part is not all that it says. */
const mainCharsMin = 200

export function readPage(html: string, { format, url }: PageReading): ReadablePage {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  })
  const found = { title: '', mains: [] as string[], base: url }
  addFinders(service, found)
  addTableRules(service)
  if (format === 'text') addPlainRules(service)
  else addLinkRules(service, found)
  // Of two rules that fit, the later one holds.
  service.addRule('noise', {
    filter: (node: PageNode) => noise.has(node.nodeName.toUpperCase()) || isHidden(node),
    replacement: () => '',
  })
  const all = service.turndown(html)
  const [main = '', ...others] = found.mains
  const text = others.length === 0 && main.trim().length >= mainCharsMin ? main : all
  return { title: found.title, text: text.replaceAll(/\n{3,}/g, '\n\n').trim() }
}

function isHidden(node: PageNode): boolean {
  return node.hasAttribute('hidden') || node.getAttribute('aria-hidden') === 'true'
}

function addFinders(service: TurndownService, found: { title: string; mains: string[]; base: string }): void {
  service.addRule('title', {
    filter: 'title',
    replacement(content, node: PageNode) {
      found.title ||= (node.textContent ?? content).replaceAll(/\s+/g, ' ').trim()
      return ''
    },
  })
  service.addRule('base', {
    filter: 'base',
    replacement(_, node: PageNode) {
      const href = node.getAttribute('href') ?? ''
      if (URL.canParse(href, found.base)) found.base = new URL(href, found.base).href
      return ''
    },
  })
  service.addRule('main', {
    filter: (node: PageNode) => node.nodeName === 'MAIN' || node.getAttribute('role') === 'main',
    replacement(content) {
      found.mains.push(content)
      return `\n\n${content}\n\n`
    },
  })
}

function addLinkRules(service: TurndownService, found: { base: string }): void {
  service.addRule('link', {
    filter: (node: PageNode) => node.nodeName === 'A',
    replacement(content, node: PageNode) {
      const words = content.trim().replaceAll(/\s*\n+\s*/g, ' ')
      const address = addressOf(node.getAttribute('href'), found.base)
      return words === '' || address === undefined ? content : `[${words}](${address})`
    },
  })
  service.addRule('picture', {
    filter: 'img',
    replacement(_, node: PageNode) {
      const alt = (node.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim()
      const address = addressOf(node.getAttribute('src'), found.base)
      return alt === '' || address === undefined ? alt : `![${alt}](${address})`
    },
  })
}

/** Undefined for what leads nowhere: scripts, bytes in place, places on the page itself. */
function addressOf(href: string | null, base: string): string | undefined {
  if (href === null || href.startsWith('#') || !URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if (!/^(?:https?|mailto):$/.test(url.protocol)) return undefined
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}
