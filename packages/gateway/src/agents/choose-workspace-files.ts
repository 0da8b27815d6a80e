// Which files of its workspace folder an agent is told, by what kind of session it is (AGT2, CNV8).

import type { Scene } from './agents.ts'

export const workspaceFileNames = ['AGENTS.md', 'TOOLS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md'] as const
export type WorkspaceFileName = (typeof workspaceFileNames)[number]

export function chooseWorkspaceFiles(
  scene: Pick<Scene, 'subagent' | 'people' | 'isShared'>,
): readonly WorkspaceFileName[] {
  if (scene.subagent) return ['AGENTS.md', 'TOOLS.md']
  // USER.md is about one person; others in the session must not be answered from it.
  return workspaceFileNames.filter((name) => name !== 'USER.md' || isForOne(scene))
}

function isForOne({ people, isShared }: Pick<Scene, 'people' | 'isShared'>): boolean {
  return !isShared && people.length === 1
}
