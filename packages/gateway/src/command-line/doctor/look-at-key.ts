// The key that seals secrets: is there one, and only for us? Whether it opens them is asked of the database.

import { statSync } from 'node:fs'
import type { Environment } from '../../config-environment.ts'
import type { DataFolder } from '../../data-folder.ts'
import { KeyUnusable } from '../../foundation/secrets/real-key-file.ts'
import { availableKeyIds } from '../../key-ids.ts'
import { fail, type Finding, ok } from './finding.ts'

const what = 'secret key'

export function lookAtKey(folder: DataFolder, env: Environment): Finding {
  const fromEnvironment = env['HEDDLE_SECRET_KEY'] || undefined
  const file = statSync(folder.secretKey, { throwIfNoEntry: false })
  if (fromEnvironment === undefined && !file) return ok(what, 'none yet; the first start makes one')
  if (fromEnvironment === undefined && file && (file.mode & 0o077) !== 0) {
    return fail(what, 'other users can read it', `chmod 600 ${folder.secretKey}`)
  }
  try {
    availableKeyIds(folder.secretKey, fromEnvironment)
    return ok(what, fromEnvironment === undefined ? folder.secretKey : 'from HEDDLE_SECRET_KEY')
  } catch (error) {
    const text = error instanceof KeyUnusable ? error.message : `cannot be read: ${String(error)}`
    return fail(what, text, 'Put the right key back, or set each secret again with a new one.')
  }
}
