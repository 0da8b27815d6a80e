// `heddle restore`: puts a backup back. It works on the folder itself, so no gateway may run on it.

import { resolve } from 'node:path'
import { openDataFolder } from '../../data-folder.ts'
import type { Leaf } from '../command.ts'
import { tellTime } from '../tell-time.ts'
import { bold, dim, yellow } from '../terminal.ts'
import { withFolderLock } from '../with-folder-lock.ts'

export const restoreCommand: Leaf = {
  usage: 'restore <dir>',
  summary: 'Put a backup back. What is there is moved aside, never deleted.',
  example: 'heddle restore /mnt/backups/monday --data /var/lib/heddle',
  makesFolder: true,
  options: [{ flag: '--force', summary: 'Also when the data folder has a database; it is moved aside.' }],
  async run(context, [from = ''], { force }) {
    const { world, terminal } = context
    const { restoreBackup } = await import('../../restore.ts')
    const { readMigrations } = await import('../../foundation/database/real-migrations.ts')
    const folder = openDataFolder(context.dataFolder)
    const restored = await withFolderLock(folder, () =>
      restoreBackup({
        from: resolve(world.cwd, from),
        folder,
        force: force === true,
        knownSchema: readMigrations().at(-1)?.version ?? 0,
        keyFromEnvironment: world.env['HEDDLE_SECRET_KEY'] || undefined,
        nowMs: Date.now(),
        progress: context.progress,
      }),
    )
    const { manifest, movedAside, secretsOpen, missingFiles } = restored
    const { madeAt, schema } = manifest
    context.show({ madeAt, schema, movedAside, secretsOpen, missingFiles }, () => {
      terminal.say(`Restored the backup of ${tellTime(manifest.madeAt, '')} into `, bold(folder.path))
      for (const path of movedAside) terminal.say(dim('Kept what was there as '), path)
      if (missingFiles > 0) {
        terminal.say(yellow(`${missingFiles} attached files were lost before the backup was made.`))
      }
      if (!secretsOpen) {
        terminal.say(yellow('Its secrets cannot be opened: the key is not here. '))
        terminal.say(`Put it at ${folder.secretKey} or into HEDDLE_SECRET_KEY, or set each secret again.`)
      }
    })
  },
}
