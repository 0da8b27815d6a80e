// `heddle backup`: a folder that holds everything needed to go on elsewhere.

import { resolve } from 'node:path'
import { type Leaf, textOption } from '../command.ts'
import { tellBytes } from '../tell-time.ts'
import { bold, dim, yellow } from '../terminal.ts'

export const backupCommand: Leaf = {
  usage: 'backup',
  summary: 'Make a backup, also while Heddle runs.',
  example: 'heddle backup --to /mnt/backups/monday --with-key',
  options: [
    { flag: '--to <dir>', summary: 'The new folder to make (default: one by the time, in <data>/backups).' },
    { flag: '--with-key', summary: 'Put the key in too. Whoever has the backup can then open its secrets.' },
  ],
  async run(context, _args, options) {
    const to = textOption(options['to'])
    const made = await context.call('backup.create', {
      ...(to !== undefined && { to: resolve(context.world.cwd, to) }),
      withKey: options['withKey'] === true,
    })
    context.show(made, () => {
      context.terminal.say(`Backed up ${tellBytes(made.bytes)} to `, bold(made.path))
      if (made.missing > 0) {
        context.terminal.say(
          yellow(`${made.missing} attached files are lost and not in it. `),
          'Look with: heddle doctor',
        )
      }
      if (!made.withKey)
        context.terminal.say(dim('The key is not in it. Keep secret.key somewhere else, safely.'))
    })
  },
}
