// Every operation by its name. The same table answers on the command socket and in a command's own process.

import { nearest, refused } from '@heddle/contract'
import { explainComplaints, tellIssues } from '../explain-config-errors.ts'
import type { Operation, OperationContext, Progress } from './operation.ts'
import { channelOperations } from './channel-operations.ts'
import { personOperations } from './person-operations.ts'
import { placeOperations } from './place-operations.ts'
import { secretOperations } from './secret-operations.ts'
import { sessionOperations } from './session-operations.ts'
import { tokenOperations } from './token-operations.ts'

export const operations = {
  ...personOperations,
  ...tokenOperations,
  ...secretOperations,
  ...sessionOperations,
  ...placeOperations,
  ...channelOperations,
}

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _Result> ? Input : never
export type ResultOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _Input, infer Result> ? Result : never

/** Checks the input, runs, and returns only when what was done is on disk. */
export async function runOperation(
  context: OperationContext,
  name: string,
  input: unknown,
  progress: Progress,
): Promise<unknown> {
  const operation = findOperation(name)
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) {
    const issues = explainComplaints(parsed.error.issues, {
      value: input,
      keys: [],
      // Passwords and secrets are among them.
      showsValues: false,
    })
    throw refused('bad_input', { message: tellIssues(issues), issues })
  }
  try {
    return await operation.run(context, parsed.data, progress)
  } finally {
    // What was read may not be durable yet either; nothing of it leaves before it is.
    await context.store.durable()
  }
}

// The cast forgets which input belongs to which name; the operation's own schema has the last word on it.
function findOperation(name: string): Operation<unknown, unknown> {
  if (Object.hasOwn(operations, name)) return operations[name as OperationName] as Operation<unknown, unknown>
  const meant = nearest(name, Object.keys(operations))
  const issue = { field: 'name', message: `"${name}" is not an operation of this version` }
  throw refused('bad_input', {
    message: `The running Heddle does not know the operation "${name}". It may be of another version.`,
    issues: [meant === undefined ? issue : { ...issue, nearest: meant }],
  })
}
