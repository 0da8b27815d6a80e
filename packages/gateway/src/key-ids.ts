// Which sealing keys are at hand, by their ids: the one from the environment, or the file's and, while a rotation is
// on its way, the next one's. Only looks; opening them for use is the secrets' own matter.

import { existsSync, readFileSync } from 'node:fs'
import { createRealRandom } from './foundation/real-random.ts'
import { createBox } from './foundation/secrets/box.ts'
import { decodeKey } from './foundation/secrets/real-key-file.ts'

/** Throws KeyUnusable when one of them is no key. */
export function availableKeyIds(path: string, fromEnvironment: string | undefined): string[] {
  const random = createRealRandom()
  const idOf = (text: string, where: string) => createBox(decodeKey(text, where), random).keyId
  if (fromEnvironment !== undefined) return [idOf(fromEnvironment, 'HEDDLE_SECRET_KEY')]
  return [path, `${path}.next`]
    .filter((file) => existsSync(file))
    .map((file) => idOf(readFileSync(file, 'utf8'), file))
}
