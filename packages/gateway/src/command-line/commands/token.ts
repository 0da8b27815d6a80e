// `heddle token …`: API tokens of a member.

import type { CommandDefinition, Leaf } from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { tellTime } from '../tell-time.ts'
import { bold, dim } from '../terminal.ts'

const create: Leaf = {
  usage: 'create <handle>',
  summary: 'Make an API token. It is shown this once, as the last word.',
  example: 'heddle token create ada --name laptop --scopes read,write --expires-days 90',
  options: [
    { flag: '--name <name>', summary: 'What it is for (default: "command line").' },
    { flag: '--scopes <scopes>', summary: 'Any of read,write,admin (default: all).', kind: 'list' },
    { flag: '--expires-days <days>', summary: 'How long it works (default: until revoked).', kind: 'number' },
  ],
  async run(context, [handle], { name, scopes, expiresDays }) {
    const made = await context.call('token.create', {
      handle,
      name: name ?? 'command line',
      ...(scopes !== undefined && { scopes }),
      ...(expiresDays !== undefined && { expiresInDays: expiresDays }),
    })
    context.show(made, () => {
      const until = made.expiresAt === null ? 'until it is revoked' : `until ${tellTime(made.expiresAt, '')}`
      // One line: whatever a script takes for the last word, it gets the token.
      context.terminal.say(
        `Token "${made.name}" of @${made.handle} (${made.scopes.join(', ')}) works ${until}. It is shown this once: `,
        bold(made.token),
      )
    })
  },
}

const list: Leaf = {
  usage: 'list <handle>',
  summary: 'List the API tokens of a member.',
  example: 'heddle token list ada',
  async run(context, [handle]) {
    const found = await context.call('token.list', { handle })
    context.show(found, () => {
      if (found.items.length === 0) return context.terminal.say(`@${found.handle} has no tokens.`)
      context.terminal.table([
        ['id', 'scopes', 'made', 'last used', 'ends', 'name'].map(dim),
        ...found.items.map((token) => [
          token.id,
          token.scopes.join(','),
          tellTime(token.createdAt, ''),
          tellTime(token.lastUsedAt, 'never'),
          tellTime(token.expiresAt, 'never'),
          bold(token.name),
        ]),
      ])
    })
  },
}

const revoke: Leaf = {
  usage: 'revoke <handle> [token]',
  summary: 'Revoke one token by its id or name; without one, with --all, all of them.',
  example: 'heddle token revoke ada laptop',
  options: [{ flag: '--all', summary: 'Revoke every token of the member.' }],
  async run(context, [handle, id], { all }) {
    if ((id === undefined) === (all !== true)) throw new Misused('Name one token, or say --all.')
    const done = await context.call('token.revoke', { handle, ...(id !== undefined && { id }) })
    context.show(done, () =>
      context.terminal.say(
        `Revoked ${done.revoked === 1 ? '1 token' : `${done.revoked} tokens`} of @${done.handle}.`,
      ),
    )
  },
}

export const tokenCommand: CommandDefinition = { verbs: [create, list, revoke] }
