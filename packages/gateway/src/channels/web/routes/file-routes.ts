// Files that go with messages.

import type { FileJson } from '@heddle/contract'
import type { Sessions, StoredFile } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { iso } from '../to-json.ts'

export interface FileRoutesDeps {
  sessions: Pick<Sessions, 'settleFile' | 'keepFile' | 'findFile' | 'openFile'>
}

export function registerFileRoutes(register: Register, { sessions }: FileRoutesDeps): void {
  register('uploadFile', ({ actor, body, commit }) =>
    sessions.settleFile(body, () =>
      commit(async (t) => answer(fileJson(await sessions.keepFile(t, actor, body)))),
    ),
  )

  register('readFile', async ({ actor, path, read }) => {
    const file = await read((r) => sessions.findFile(r, actor, path.id))
    return answer({ file, open: (range) => sessions.openFile(file, range) })
  })
}

function fileJson(file: StoredFile): FileJson {
  const { id, name, mediaType, bytes, width, height } = file
  return {
    id,
    name,
    mediaType,
    bytes,
    ...(width !== null && height !== null && { width, height }),
    createdAt: iso(file.createdAt),
  }
}
