// What a call wants attached, as files that are kept: copies of files of the agent's own folder, made now, so that what is
// sent later, also after a restart, is what was there when it was asked for; and what stands in the session already.

import { badField, type FileId, limits, Refusal, type SessionId } from '@heddle/contract'
import { z } from 'zod'
import type { ToolPlace } from '../../agents/tools.ts'
import { MissingFile, useAttached } from '../../agents/tools/files/use-attached.ts'
import { FolderTrouble } from '../../agents/tools/files/workspace-folder.ts'
import type { RoutingRoom } from '../routing-deps.ts'

export const attachmentsInput = z
  .array(z.string().min(1).max(limits.filePathCharsMax))
  .min(1)
  .max(limits.attachmentsMax)
  .describe(
    `Up to ${limits.attachmentsMax} files: paths from the workspace folder down, as "out/report.pdf", or ids (fil_…) of files that stand in this session.`,
  )

/** What is a path needs the right to read it. */
export function readsFiles(attachments: readonly string[] = []): readonly string[] {
  return attachments.every(isId) ? [] : ['read']
}

/** Not inside a transaction: it reads and writes the disk. Throws refusals that name the entry. */
export async function keepAttached(
  deps: Pick<RoutingRoom, 'store' | 'sessions' | 'folders'>,
  place: Pick<ToolPlace, 'sessionId' | 'workspace'>,
  attachments: readonly string[],
  signal: AbortSignal,
): Promise<FileId[]> {
  const kept: FileId[] = []
  for (const [i, wanted] of attachments.entries()) {
    signal.throwIfAborted()
    const field = `attachments[${i}]`
    if (attachments.indexOf(wanted) < i) throw badField(field, 'is given twice')
    const id = isId(wanted)
      ? await findKept(deps, place, field, wanted)
      : await keepCopy(deps, place, field, wanted)
    kept.push(id)
  }
  return kept
}

/** As they are made; a file of the workspace that is called so is named with "./" before it. */
const isId = (wanted: string) => /^fil_[0-9a-z]{26}$/.test(wanted)

async function findKept(
  { store, sessions }: Pick<RoutingRoom, 'store' | 'sessions'>,
  { sessionId }: Pick<ToolPlace, 'sessionId'>,
  field: string,
  id: string,
): Promise<FileId> {
  const found = await store.read((r) => sessions.findInSession(r, sessionId as SessionId, id))
  if (found === undefined) throw badField(field, 'is no file that stands in this session')
  return found.id
}

async function keepCopy(
  { store, sessions, folders }: Pick<RoutingRoom, 'store' | 'sessions' | 'folders'>,
  { sessionId, workspace }: Pick<ToolPlace, 'sessionId' | 'workspace'>,
  field: string,
  path: string,
): Promise<FileId> {
  if (workspace === null) throw badField(field, 'cannot be had: this agent has no workspace folder')
  try {
    const staged = await useAttached(await folders(), workspace, path, (file) => sessions.stageFile(file))
    const keep = () => store.tx((t) => sessions.keepFileOfAgent(t, sessionId as SessionId, staged))
    return (await sessions.settleFile(staged, keep)).id
  } catch (error) {
    if (error instanceof MissingFile) throw badField(field, told(error), error.nearest)
    if (error instanceof FolderTrouble) throw badField(field, told(error))
    if (error instanceof Refusal && error.issues.length === 0) throw badField(field, error.message)
    throw error
  }
}

/** A sentence, as the rest of one that begins with the field. */
function told({ message }: FolderTrouble): string {
  return message.replace(/\.$/, '')
}
