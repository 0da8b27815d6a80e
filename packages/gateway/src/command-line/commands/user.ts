// `heddle user …`: members and the links that let them in.

import { type CreatedInviteJson, limits, type PersonJson } from '@heddle/contract'
import type { CommandContext, CommandDefinition, Leaf } from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { readSecret } from '../read-secret.ts'
import { tellTime } from '../tell-time.ts'
import { bold, dim, type Words } from '../terminal.ts'

const roleOption = {
  flag: '--role <role>',
  summary: 'owner, admin, member or viewer.',
  required: true,
} as const

const create: Leaf = {
  usage: 'create <handle>',
  summary: 'Make a member.',
  example: 'heddle user create ada --role owner --name "Ada Lovelace"',
  makesFolder: true,
  options: [
    roleOption,
    { flag: '--name <name>', summary: 'The name that others see (default: the handle).' },
    { flag: '--password-stdin', summary: 'Read a password from stdin. Without one, only API tokens work.' },
  ],
  async run(context, [handle], { role, name, passwordStdin }) {
    const password = passwordStdin === true ? await readPassword(context, handle) : undefined
    const person = await context.call('person.create', {
      handle,
      role,
      ...(name !== undefined && { name }),
      ...(password !== undefined && { password }),
    })
    context.show(person, () => {
      context.terminal.say('Made ', bold(`@${person.handle}`), ` (${person.role}).`)
      if (password === undefined) {
        context.terminal.say(dim(`They cannot sign in yet: heddle user password ${person.handle}`))
      }
    })
  },
}

const list: Leaf = {
  usage: 'list',
  summary: 'List the members.',
  example: 'heddle user list --text ada',
  options: [{ flag: '--text <text>', summary: 'Only those with this in their handle or name.' }],
  async run(context, _args, { text }) {
    const people: PersonJson[] = []
    let cursor: string | undefined
    do {
      const page = await context.call('person.list', {
        ...(text !== undefined && { text }),
        ...(cursor !== undefined && { cursor }),
      })
      people.push(...page.items)
      cursor = page.next
    } while (cursor !== undefined)
    context.show({ items: people }, () => {
      if (people.length === 0) return context.terminal.say('There is nobody here yet.')
      context.terminal.table([head('handle', 'role', 'since', 'name'), ...people.map(personRow)])
    })
  },
}

const show: Leaf = {
  usage: 'show <handle>',
  summary: 'Show one member.',
  example: 'heddle user show ada',
  async run(context, [handle]) {
    const found = await context.call('person.show', { handle })
    const { person } = found
    context.show(found, () =>
      context.terminal.table([
        [dim('handle'), bold(`@${person.handle}`)],
        [dim('name'), person.name],
        [dim('role'), person.role],
        [dim('time zone'), person.timeZone ?? 'not set'],
        [dim('since'), tellTime(person.createdAt, '')],
        [dim('API tokens'), String(found.tokens)],
        [dim('id'), person.id],
      ]),
    )
  },
}

const role: Leaf = {
  usage: 'role <handle> <role>',
  summary: 'Change the role of a member.',
  example: 'heddle user role ada admin',
  async run(context, [handle, wanted]) {
    const person = await context.call('person.change', { handle, role: wanted })
    context.show(person, () => context.terminal.say(bold(`@${person.handle}`), ` is ${person.role} now.`))
  },
}

const rename: Leaf = {
  usage: 'rename <handle> [new-handle]',
  summary: 'Change the handle or the name of a member.',
  example: 'heddle user rename ada countess --name "Ada King"',
  options: [{ flag: '--name <name>', summary: 'The new name that others see.' }],
  async run(context, [handle, newHandle], { name }) {
    if (newHandle === undefined && name === undefined)
      throw new Misused('Give a new handle, or a --name, or both.')
    const person = await context.call('person.change', {
      handle,
      ...(newHandle !== undefined && { newHandle }),
      ...(name !== undefined && { name }),
    })
    context.show(person, () => context.terminal.say(bold(`@${person.handle}`), ` (${person.name})`))
  },
}

const remove: Leaf = {
  usage: 'remove <handle>',
  summary: 'Remove a member; their sign-ins, tokens and open invites end at once.',
  example: 'heddle user remove ada',
  options: [{ flag: '--yes', summary: 'Do not ask.' }],
  async run(context, [handle], { yes }) {
    if (context.terminal.canAsk && yes !== true) {
      const { askYes } = await import('../ask.ts')
      if (!(await askYes(`Remove @${handle}? Their handle stays reserved.`))) return
    }
    const removed = await context.call('person.remove', { handle })
    context.show(removed, () => context.terminal.say('Removed ', bold(`@${removed.handle}`), '.'))
  },
}

const password: Leaf = {
  usage: 'password <handle>',
  summary: 'Set a new password, asked for or from stdin; ends all their sign-ins.',
  example: 'heddle user password ada < password.txt',
  async run(context, [handle]) {
    const changed = await context.call('person.password', {
      handle,
      password: await readPassword(context, handle),
    })
    context.show(changed, () => context.terminal.say('Set the password of ', bold(`@${changed.handle}`), '.'))
  },
}

const invite: Leaf = {
  usage: 'invite',
  summary: 'Make a single-use invite link.',
  example: 'heddle user invite --role member --expires-hours 24',
  makesFolder: true,
  options: [
    roleOption,
    { flag: '--note <note>', summary: 'For whom it is, for the list of invites.' },
    { flag: '--expires-hours <hours>', summary: 'How long it works (default: the setting).', kind: 'number' },
  ],
  async run(context, _args, { role: wanted, note, expiresHours }) {
    const link = await context.call('invite.create', {
      role: wanted,
      ...(note !== undefined && { note }),
      ...(expiresHours !== undefined && { expiresInHours: expiresHours }),
    })
    showLink(context, link)
  },
}

const ownerLink: Leaf = {
  usage: 'owner-link',
  summary: 'Make a new link for the first owner; earlier ones stop working.',
  example: 'heddle user owner-link',
  makesFolder: true,
  async run(context) {
    showLink(context, await context.call('owner-link.create', {}))
  },
}

export const userCommand: CommandDefinition = {
  verbs: [create, list, show, role, rename, remove, password, invite, ownerLink],
}

function readPassword(context: CommandContext, handle: string | undefined): Promise<string> {
  return readSecret(context, {
    question: `A password for @${handle}`,
    bytesMax: limits.passwordCharsMax * 4,
    hint: 'Write the password to stdin, as in: heddle user password ada < password.txt',
  })
}

function showLink(context: CommandContext, link: CreatedInviteJson): void {
  context.show(link, () => {
    context.terminal.say(`For one ${link.role}, once, until ${tellTime(link.expiresAt, '')}:`)
    context.terminal.say('  ', bold(link.url))
  })
}

function head(...titles: string[]): Words[] {
  return titles.map(dim)
}

function personRow(person: PersonJson): Words[] {
  return [bold(`@${person.handle}`), person.role, tellTime(person.createdAt, ''), person.name]
}
