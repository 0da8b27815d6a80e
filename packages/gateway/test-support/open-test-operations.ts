// The operations of the command line on the rooms of a test store; secrets and backups are not asked there.

import type { OperationContext } from '../src/command-line/operation.ts'
import { runOperation } from '../src/command-line/operations.ts'
import { openTestSessions, type TestSessions } from './open-test-sessions.ts'

export interface TestOperations extends TestSessions {
  context: OperationContext
  run(name: string, input: unknown): Promise<unknown>
}

export async function openTestOperations(): Promise<TestOperations> {
  const place = await openTestSessions()
  const absent = (): never => {
    throw new Error('not part of this test')
  }
  const context: OperationContext = {
    ...place,
    actor: { kind: 'operator', name: 'test' },
    secrets: {
      get box(): never {
        return absent()
      },
      set: absent,
      read: absent,
      list: absent,
      remove: absent,
      rotate: absent,
      watch: absent,
    },
    settings: { value: absent, list: absent, writeSettings: absent },
    backups: { create: absent },
    storageWorker: { ask: absent, close: absent },
    tools: { servers: { list: absent } },
    durability: 'group',
    version: '0.0.0-test',
    listeningUrl: () => undefined,
    linkBase: () => 'https://heddle.example.org',
  }
  const run = (name: string, input: unknown) => runOperation(context, name, input, () => undefined)
  return { ...place, context, run }
}
