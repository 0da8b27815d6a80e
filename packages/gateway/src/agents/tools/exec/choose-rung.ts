// Where commands run: the first that works of bubblewrap, sandbox-runtime, approval for each call (AGT5, R18). What the
// configuration names is taken or nothing is: an operator who asked for a sandbox does not get less.

import type { SandboxJson } from '@heddle/contract'
import type { SandboxChoice } from '../../tools-config.ts'

export interface Rung {
  kind: SandboxJson['kind']
  /** Why each of the better ones is not taken, one sentence each. */
  notes: readonly string[]
}

export type SandboxName = 'bubblewrap' | 'sandbox-runtime'

export interface RungQuestion {
  choice: SandboxChoice
  platform: string
  /** Undefined when it works. Each is asked at most once, and only when it matters. */
  probe(name: SandboxName): Promise<string | undefined>
}

export async function chooseRung({ choice, platform, probe }: RungQuestion): Promise<Rung> {
  switch (choice) {
    case 'off':
      return { kind: 'off', notes: ['tools.exec.sandbox is "off".'] }
    case 'approval':
      return { kind: 'approval', notes: ['tools.exec.sandbox is "approval".'] }
    case 'bubblewrap':
    case 'sandbox-runtime': {
      const problem = await probe(choice)
      if (problem === undefined) return { kind: choice, notes: [] }
      return { kind: 'off', notes: [`tools.exec.sandbox asks for ${choice}, which does not work.`, problem] }
    }
    case 'auto':
      return platform === 'win32' ? offOnWindows : chooseFirst(probe)
  }
}

const offOnWindows: Rung = {
  kind: 'off',
  notes: ['On Windows it has to be turned on: set tools.exec.sandbox to "approval".'],
}

async function chooseFirst(probe: RungQuestion['probe']): Promise<Rung> {
  const notes: string[] = []
  for (const kind of ['bubblewrap', 'sandbox-runtime'] as const) {
    const problem = await probe(kind)
    if (problem === undefined) return { kind, notes }
    notes.push(problem)
  }
  return { kind: 'approval', notes }
}

const meanings: Record<Rung['kind'], string> = {
  bubblewrap:
    'Commands run in bubblewrap: they see the workspace and the programs of the system, and have no network.',
  'sandbox-runtime': 'Commands run in sandbox-runtime: they change the workspace alone, and have no network.',
  approval: 'There is no sandbox, so each command needs an approval.',
  off: 'Commands are off.',
}

export function describeSandbox({ kind, notes }: Rung): SandboxJson {
  return { kind, message: [meanings[kind], ...notes].join(' ') }
}
