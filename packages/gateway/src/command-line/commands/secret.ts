// `heddle secret …`: sealed secrets by name. A value goes in and is never shown.

import { limits } from '@heddle/contract'
import type { CommandDefinition, Leaf } from '../command.ts'
import { readSecret } from '../read-secret.ts'
import { tellTime } from '../tell-time.ts'
import { bold, dim, red, yellow } from '../terminal.ts'

const set: Leaf = {
  usage: 'set <name>',
  summary: 'Keep a secret; its value is asked for or comes from stdin.',
  example: 'heddle secret set models.openai.apiKey < key.txt',
  makesFolder: true,
  async run(context, [name]) {
    const value = await readSecret(context, {
      question: `The value of ${name}`,
      bytesMax: limits.secretValueBytesMax,
      hint: 'Write the value to stdin, as in: heddle secret set models.openai.apiKey < key.txt',
    })
    const done = await context.call('secret.set', { name, value })
    context.show(done, () => context.terminal.say('Kept ', bold(done.name), ', sealed.'))
  },
}

const list: Leaf = {
  usage: 'list',
  summary: 'List the names of the secrets.',
  example: 'heddle secret list',
  async run(context) {
    const found = await context.call('secret.list', {})
    context.show(found, () => {
      if (found.items.length === 0) return context.terminal.say('There are no secrets.')
      context.terminal.table([
        ['name', 'set', ''].map(dim),
        ...found.items.map(({ name, updatedAt, opens }) => [
          bold(name),
          tellTime(updatedAt, ''),
          opens ? '' : red('sealed with a key that is not here'),
        ]),
      ])
    })
  },
}

const remove: Leaf = {
  usage: 'remove <name>',
  summary: 'Forget a secret.',
  example: 'heddle secret remove models.openai.apiKey',
  async run(context, [name]) {
    const done = await context.call('secret.remove', { name })
    context.show(done, () => context.terminal.say('Removed ', bold(done.name), '.'))
  },
}

const rotate: Leaf = {
  usage: 'rotate',
  summary: 'Make a new key and seal every secret with it.',
  example: 'heddle secret rotate',
  async run(context) {
    const done = await context.call('secret.rotate', {})
    context.show(done, () => {
      context.terminal.say(
        `Sealed ${done.secrets === 1 ? '1 secret' : `${done.secrets} secrets`} with a new key.`,
      )
      if (done.left.length > 0) {
        context.terminal.say(
          yellow('Left as they were, because the key did not open them: '),
          done.left.join(', '),
        )
        context.terminal.say('Set each of them again with "heddle secret set", or remove it.')
      }
      context.terminal.say(dim('Backups made before need the old key; make a new backup.'))
    })
  },
}

export const secretCommand: CommandDefinition = { verbs: [set, list, remove, rotate] }
