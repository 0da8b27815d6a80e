// What a call of `exec` says: a program with its arguments, which no shell reads, or a script for one.

import { limits } from '@heddle/contract'
import { z } from 'zod'

/** No argument of a program can hold a zero byte: it is where the argument ends. */
const argument = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not contain a zero byte')
  .refine(
    (text) => Buffer.byteLength(text) <= limits.execArgumentBytesMax,
    `is longer than ${limits.execArgumentBytesMax} bytes; write it to a file, or give it as "stdin"`,
  )

export const execInput = z
  .strictObject({
    argv: z
      .array(argument)
      .min(1)
      .max(4_096)
      .refine((argv) => argv[0] !== '' && !argv[0]?.startsWith('-'), 'must begin with the name of a program')
      .refine(
        (argv) =>
          argv.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0) <= limits.execArgumentsBytesMax,
        `is longer than ${limits.execArgumentsBytesMax} bytes in all`,
      )
      .describe('The program and its arguments. No shell reads them: no wildcards, pipes or variables.')
      .optional(),
    script: argument.min(1).describe('Instead of "argv": a script for /bin/sh.').optional(),
    cwd: z
      .string()
      .min(1)
      .max(4_096)
      .describe('Where it runs: a folder of the workspace, which is the default.')
      .optional(),
    stdin: z.string().max(limits.toolArgumentsBytesMax).describe('What it reads on its input.').optional(),
    timeoutSeconds: z
      .number()
      .positive()
      .max(limits.execTimeoutMsMax / 1_000)
      .describe('After that it is stopped.')
      .optional(),
    network: z
      .boolean()
      .describe('It needs the network. Somebody has to approve each such command, so only when it must.')
      .optional(),
    background: z
      .boolean()
      .describe('Return at once with an id for the tool "process". It may then run for hours.')
      .optional(),
  })
  .refine(({ argv, script }) => (argv === undefined) !== (script === undefined), {
    message: 'must be given, or "script", and not both',
    path: ['argv'],
  })
  // What is approved is one command; whoever could go on writing to it would have the network without a word.
  .refine(({ network, background }) => !(network && background), {
    message: 'does not go together with "background"',
    path: ['network'],
  })

export type ExecInput = z.output<typeof execInput>

export function argvOf({ argv, script }: ExecInput): readonly string[] {
  return argv ?? ['/bin/sh', '-c', script ?? '']
}

/** For people: as one would write it, and whole. */
export function labelOf({ argv, script, cwd, network }: ExecInput): string {
  const command = script ?? (argv ?? []).map(quoteIfNeeded).join(' ')
  const where = [...(cwd === undefined ? [] : [`in ${cwd}`]), ...(network ? ['with the network'] : [])]
  return where.length === 0 ? command : `${command} (${where.join(', ')})`
}

function quoteIfNeeded(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
