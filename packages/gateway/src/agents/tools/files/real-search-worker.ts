// The thread in which a search runs. It is ended from outside when it takes too long.

import { parentPort, workerData } from 'node:worker_threads'
import type { HeddlePlaces } from './real-forbidden-places.ts'
import { threadFolderDisk } from './real-thread-disk.ts'
import { createRealWorkspaceFolders } from './real-workspace-folder.ts'
import { type SearchPart, type SearchQuestion, searchFolder } from './search-folder.ts'

export interface SearchTask {
  root: string
  question: SearchQuestion
  places: HeddlePlaces
}

const { root, question, places } = workerData as SearchTask
const folder = createRealWorkspaceFolders({ places, disk: threadFolderDisk }).open(root)
for await (const part of searchFolder(folder, question)) parentPort?.postMessage(part satisfies SearchPart)
