// Tables as rows with bars between the cells. Tables that hold others are how pages were once laid out, and stay blocks.

import type TurndownService from 'turndown'
import type { PageNode } from './page-node.ts'

export function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: (node: PageNode) => isCell(node) && isData(node),
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll(/\s*\n+\s*/g, ' ')
        .replaceAll('|', '\\|')} |`,
  })
  service.addRule('row', {
    filter: (node: PageNode) => node.nodeName === 'TR' && isData(node),
    replacement(content, node: PageNode) {
      const isFirst = tableOf(node)?.querySelector('tr') === node
      const line = isFirst ? `\n|${' --- |'.repeat(countCells(node))}` : ''
      return content.trim() === '' ? '' : `\n|${content}${line}`
    },
  })
  service.addRule('part of a table', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: (content) => content,
  })
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` })
}

function isCell(node: PageNode): boolean {
  return node.nodeName === 'TD' || node.nodeName === 'TH'
}

function isData(node: PageNode): boolean {
  const table = tableOf(node)
  return table !== null && !table.querySelector('table') && tableOf(table.parentNode) === null
}

function tableOf(node: PageNode | null): PageNode | null {
  for (let at = node; at !== null; at = at.parentNode) if (at.nodeName === 'TABLE') return at
  return null
}

function countCells(row: PageNode): number {
  return Array.from(row.childNodes).filter(isCell).length
}
