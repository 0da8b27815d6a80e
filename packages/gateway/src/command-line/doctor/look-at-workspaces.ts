// Whether the folders are there that the configuration gives to agents. Those that Heddle gives itself are made when they
// are needed; a configured one never is, so that an agent without it has no files, no instructions and no commands.

import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import { type Finding, warn } from './finding.ts'

/** One finding for each that cannot be used. */
export function lookAtWorkspaces({ agents }: AgentsConfig, dataFolder: string): Finding[] {
  return (agents?.list ?? []).flatMap(({ id, workspace }) => {
    const problem = workspace === undefined ? undefined : problemOf(workspace, dataFolder)
    if (problem === undefined) return []
    return [warn('workspace', `the folder of ${id}, ${workspace}, ${problem.text}`, problem.todo)]
  })
}

function problemOf(path: string, dataFolder: string): { text: string; todo: string } | undefined {
  const chooseAnother = 'Name another folder under agents.list[].workspace.'
  if (resolve(path) === '/') return { text: 'is the whole disk, where no command runs', todo: chooseAnother }
  if (resolve(path) === resolve(dataFolder)) {
    return { text: "is Heddle's own folder, which no agent may use", todo: chooseAnother }
  }
  try {
    if (!statSync(path).isDirectory()) return { text: 'is not a folder', todo: chooseAnother }
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return { text: 'is not there', todo: `mkdir -p ${path}` }
    if (code === 'ENOTDIR') return { text: 'is below a file', todo: chooseAnother }
    return { text: `cannot be read and written (${String(code ?? error)})`, todo: `Look at ${path}.` }
  }
}
