// Whoever changes a file reads it first; two at once would undo each other. So changes of one folder stand in line: of
// one folder, not of one file, because a link gives a file a second name.

import { createKeyedRunner } from '../../../foundation/keyed-runner.ts'
import type { ToolPlace } from '../../tools.ts'

export type FileLine = <T>(place: ToolPlace, task: () => Promise<T>) => Promise<T>

export function createFileLine(): FileLine {
  const runner = createKeyedRunner()
  return ({ workspace }, task) => runner.run(workspace ?? '', task)
}
