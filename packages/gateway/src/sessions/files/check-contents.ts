// Whether every file has its bytes, and whether bytes lie there that nobody knows of. For whoever looks after the
// installation; bounded, so that it says "up to here" of a very large one. What looks wrong is looked at twice, because
// files come and go meanwhile.

import type { Store } from '../../foundation/database/store.ts'
import type { Blobs } from '../../foundation/files/blobs.ts'
import { selectContent, selectContentsAfter } from './file-store.ts'
import type { ContentsCheck } from './files.ts'

const lookedMax = 20_000
const pageRows = 500

interface CheckDeps {
  store: Pick<Store, 'read'>
  blobs: Pick<Blobs, 'list' | 'open'>
}

export async function checkContents(deps: CheckDeps): Promise<ContentsCheck> {
  const { looked, missing, hasMore } = await findMissing(deps)
  const before = await findUnknown(deps)
  const after = before.hashes.size === 0 ? before : await findUnknown(deps)
  const orphaned = [...before.hashes].filter((hash) => after.hashes.has(hash)).length
  return { looked, missing, orphaned, isPartial: hasMore || before.hasMore }
}

async function findMissing(deps: CheckDeps) {
  let looked = 0
  let missing = 0
  for (let after = ''; ; ) {
    const page = await deps.store.read((r) => selectContentsAfter(r, after, pageRows))
    for (const { hash, bytes, idle_since } of page) {
      looked++
      if (idle_since !== null || (await deps.blobs.open(hash, bytes)) !== undefined) continue
      const now = await deps.store.read((r) => selectContent(r, hash))
      if (now !== undefined && now.idle_since === null) missing++
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return { looked, missing, hasMore: false }
    if (looked >= lookedMax) return { looked, missing, hasMore: true }
    after = last.hash
  }
}

async function findUnknown({ blobs, store }: CheckDeps) {
  const there = await blobs.list(lookedMax + 1)
  const hashes = new Set<string>()
  for (const hash of there.slice(0, lookedMax)) {
    if ((await store.read((r) => selectContent(r, hash))) === undefined) hashes.add(hash)
  }
  return { hashes, hasMore: there.length > lookedMax }
}
