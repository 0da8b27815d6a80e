// Which rung of the ladder is in force. Looked for when a command is first wanted, because a look starts programs; looked
// for again when the configuration names another, or after `forget`.

import type { SandboxChoice } from '../../tools-config.ts'
import { chooseRung, type Rung, type SandboxName } from './choose-rung.ts'
import type { Sandbox } from './sandbox.ts'

export interface RungFinder {
  find(): Promise<Rung>
  /** The next one looks again: something may have been installed. */
  forget(): void
}

export interface RungFinderDeps {
  choice(): SandboxChoice
  platform: string
  sandboxes: Readonly<Record<SandboxName, Pick<Sandbox, 'probe'>>>
}

export function createRungFinder({ choice, platform, sandboxes }: RungFinderDeps): RungFinder {
  let found: { choice: SandboxChoice; rung: Promise<Rung> } | undefined
  return {
    find() {
      const wanted = choice()
      if (found?.choice !== wanted) {
        const probe = (name: SandboxName) => sandboxes[name].probe()
        found = { choice: wanted, rung: chooseRung({ choice: wanted, platform, probe }) }
      }
      return found.rung
    },
    forget() {
      found = undefined
    },
  }
}
