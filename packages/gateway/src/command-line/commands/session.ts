// `heddle session …`: looks at sessions, writes them out, and runs commands in them.

import { resolve } from 'node:path'
import { limits, nearest, parseCommand, refused, type SessionJson } from '@heddle/contract'
import {
  type CommandContext,
  type CommandDefinition,
  type Leaf,
  numberOption,
  type OptionValues,
  textOption,
} from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { type ExportFormat, exportFormats, exportSession } from '../session/export-session.ts'
import { tellEvent } from '../session/tell-event.ts'
import { sessionColumns, sessionRow, tellSession } from '../session/tell-session.ts'
import { type ExportFile, openExportFile } from '../session/write-export-file.ts'
import { explainUnknownCommand } from '../session/explain-unknown-command.ts'
import { cleanLines } from '../session/clean-lines.ts'
import { bold, dim } from '../terminal.ts'

const list: Leaf = {
  usage: 'list',
  summary: 'List sessions, the most recently active first.',
  example: 'heddle session list --agent main --state running',
  options: [
    { flag: '--agent <id>', summary: 'Only those of this agent.' },
    { flag: '--state <state>', summary: 'Only idle, running, over or archived (default: all but archived).' },
    { flag: '--text <text>', summary: 'Only those with this in their title or key.' },
    {
      flag: '--limit <count>',
      summary: `At most so many (default ${limits.pageItemsDefault}).`,
      kind: 'number',
    },
    { flag: '--all', summary: 'However many there are.' },
  ],
  async run(context, _args, options) {
    const { agent, state, text } = options
    const countMax = readCountMax(options)
    const items: SessionJson[] = []
    let cursor: string | undefined
    do {
      const page = await context.call('session.list', {
        ...(agent !== undefined && { agent }),
        ...(state !== undefined && { state }),
        ...(text !== undefined && { text }),
        ...(cursor !== undefined && { cursor }),
        limit: Math.min(countMax - items.length, limits.pageItemsMax),
      })
      items.push(...page.items)
      cursor = page.next
    } while (cursor !== undefined && items.length < countMax)
    context.show({ items, ...(cursor !== undefined && { next: cursor }) }, () => {
      if (items.length === 0) return context.terminal.say('There are no such sessions.')
      context.terminal.table([sessionColumns, ...items.map(sessionRow)])
      if (cursor !== undefined) context.terminal.note(dim('There are more: --all lists them.'))
    })
  },
}

function readCountMax(options: OptionValues): number {
  const limit = numberOption(options['limit'])
  if (options['all'] === true) {
    if (limit !== undefined) throw new Misused('Say --limit or --all, not both.')
    return Number.POSITIVE_INFINITY
  }
  if (limit === 0) throw new Misused('--limit must be at least 1, not 0.')
  return limit ?? limits.pageItemsDefault
}

const show: Leaf = {
  usage: 'show <session>',
  summary: 'Show a session, by id or key, and its last events.',
  example: 'heddle session show ses_01jd0000000000000000000000 --limit 50',
  options: [{ flag: '--limit <count>', summary: 'The last so many events (default 20).', kind: 'number' }],
  async run(context, [name], options) {
    const limit = numberOption(options['limit']) ?? 20
    const found = await context.call('session.show', { session: name, limit })
    context.show(found, () => {
      context.terminal.table(tellSession(found.session))
      for (const event of found.events) {
        const lines = tellEvent(event)
        if (lines.length > 0) context.terminal.sayAtOnce([[], ...lines])
      }
    })
  },
}

const exportLeaf: Leaf = {
  usage: 'export <session>',
  summary: 'Write a whole session out, as JSON lines or as Markdown.',
  example: 'heddle session export agent:main:web:5f2c --format markdown --output talk.md',
  options: [
    { flag: '--format <format>', summary: 'jsonl or markdown (default: jsonl, or by the name of the file).' },
    { flag: '--output <file>', summary: 'Into this file (default: the standard output).' },
    { flag: '--force', summary: 'Replace a file that is there.' },
  ],
  async run(context, [name], options) {
    const output = textOption(options['output'])
    const format = readFormat(options)
    if (context.terminal.json && format === 'markdown' && output === undefined) {
      throw new Misused('Markdown is not JSON: name a file with --output, or leave --json away.')
    }
    const { session } = await context.call('session.show', { session: name, limit: 0 })
    const page = (after: number) =>
      context.call('session.events', { session: session.id, after, limit: limits.timelineEventsMax })
    if (output === undefined) {
      await exportSession({ session, page }, toOutput(context), format)
      return
    }
    const path = resolve(context.world.cwd, output)
    const file = openExportFile(path, { mayReplace: options['force'] === true, mark: session.id })
    try {
      const events = await exportSession({ session, page }, toFile(file), format)
      file.finish()
      context.show({ path, format, events, sessionId: session.id }, () =>
        context.terminal.say(`Wrote ${events === 1 ? '1 event' : `${events} events`} to `, bold(path)),
      )
    } finally {
      file.discard()
    }
  },
}

function toOutput({ world, terminal }: CommandContext) {
  return {
    json: (event: unknown) => terminal.print(event),
    text(text: string) {
      const lines = text === '' ? [] : cleanLines(text.replace(/\n$/, ''))
      terminal.sayAtOnce(lines.map((line) => [line]))
    },
    isOpen: () => world.stdout.isOpen(),
  }
}

function toFile(file: ExportFile) {
  return {
    json: (event: unknown) => file.write(`${JSON.stringify(event)}\n`),
    text: (text: string) => file.write(text),
    isOpen: () => true,
  }
}

function readFormat(options: OptionValues): ExportFormat {
  const asked = textOption(options['format'])
  const output = textOption(options['output'])
  if (asked === undefined)
    return output !== undefined && /\.(md|markdown)$/i.test(output) ? 'markdown' : 'jsonl'
  const known = exportFormats.find((format) => format === asked)
  if (known !== undefined) return known
  const meant = nearest(asked, exportFormats)
  throw new Misused(
    `--format must be jsonl or markdown, not "${asked}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  )
}

const command: Leaf = {
  usage: 'command <session> <text>',
  summary: 'Run a slash command in a session, as one of its people.',
  example: 'heddle session command agent:main:web:5f2c /stop --as ada',
  options: [{ flag: '--as <handle>', summary: 'The member who says it.', required: true }],
  async run(context, [session, text = ''], { as }) {
    const complaint = explainUnknownCommand(parseCommand(text))
    if (complaint !== undefined) throw new Misused(complaint)
    const answer = await context.call('session.command', { session, text, as })
    if (!answer.ok) throw refused('not_allowed', { message: answer.text })
    context.show(answer, () => context.terminal.sayAtOnce(cleanLines(answer.text).map((line) => [line])))
  },
}

export const sessionCommand: CommandDefinition = { verbs: [list, show, exportLeaf, command] }
