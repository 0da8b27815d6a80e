// Plain text instead of Markdown: no marks and no addresses, only the words and where paragraphs end.

import type TurndownService from 'turndown'
import type { PageNode } from './page-node.ts'

const inline = ['a', 'strong', 'b', 'em', 'i', 'code', 'del', 's'] as const
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

export function addPlainRules(service: TurndownService): void {
  service.escape = (text) => text
  service.addRule('plain words', { filter: [...inline], replacement: (content) => content })
  service.addRule('plain headings', {
    filter: [...headings],
    replacement: (content) => `\n\n${content}\n\n`,
  })
  service.addRule('plain code', {
    filter: 'pre',
    replacement: (_, node: PageNode) => `\n\n${node.textContent ?? ''}\n\n`,
  })
  service.addRule('plain pictures', {
    filter: 'img',
    replacement: (_, node: PageNode) => node.getAttribute('alt') ?? '',
  })
}
