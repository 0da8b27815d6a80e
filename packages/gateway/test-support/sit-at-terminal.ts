// Someone who talks with an agent line by line: the real conversation with a running gateway, on a screen that is kept.

import type { TestContext } from 'node:test'
import { openTalk } from '../src/command-line/commands/chat.ts'
import { findGateway } from '../src/command-line/chat/find-gateway.ts'
import { converse } from '../src/command-line/chat/converse.ts'
import type { PromptOptions } from '../src/command-line/chat/prompt.ts'
import type { CommandContext } from '../src/command-line/command.ts'
import { createTerminal } from '../src/command-line/terminal.ts'
import type { World } from '../src/command-line/world.ts'
import { createKeptOutlet } from './create-test-world.ts'

export interface Seat {
  /** A line and Enter. */
  type(text: string): Promise<void>
  /** Ctrl-C. */
  interrupt(): void
  /** Ctrl-D. */
  end(): void
  screen(): string
  /** Resolves when the screen shows this, further down than what was waited for before. */
  until(words: string): Promise<void>
  /** The conversation is over, and what was made for it is gone. */
  readonly left: Promise<void>
}

export async function sitDown(t: TestContext, dataFolder: string): Promise<Seat> {
  const outlet = createKeptOutlet(false)
  const unused = (): never => {
    throw new Error('not part of a conversation')
  }
  const world: World = {
    args: [],
    env: {},
    cwd: dataFolder,
    version: '0.0.0-test',
    stdout: outlet,
    stderr: outlet,
    stdin: { isTerminal: true, readAll: unused },
    house: unused,
    onSignal: () => undefined,
    exit: unused,
    uptimeMs: () => performance.now(),
  }
  const terminal = createTerminal({ stdout: outlet, stderr: outlet, json: false, canAsk: true })
  const context: CommandContext = {
    world,
    terminal,
    dataFolder,
    configFlag: undefined,
    call: unused,
    show: unused,
    progress: () => undefined,
  }
  const gateway = await findGateway(context, { url: undefined, as: undefined })
  const talk = await openTalk(context, gateway, { agent: undefined, session: undefined })
  const sitting: { keys?: PromptOptions } = {}
  const looks = new Set<() => void>()
  const talking = converse(talk, (options) => {
    sitting.keys = options
    return {
      write(text) {
        outlet.write(text)
        for (const look of looks) look()
      },
      ask(text) {
        outlet.write(`${text}\n`)
        for (const look of looks) look()
      },
      close: () => undefined,
    }
  })
  const left = (async () => {
    try {
      await talking
    } finally {
      await gateway.leave()
    }
  })()
  left.catch(() => undefined)
  t.after(async () => {
    sitting.keys?.onEnd()
    await left
  })
  let seen = 0

  return {
    type: async (text) => sitting.keys?.onLine(text),
    interrupt: () => sitting.keys?.onInterrupt(),
    end: () => sitting.keys?.onEnd(),
    screen: () => outlet.text(),
    until: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const at = outlet.text().indexOf(words, seen)
          if (at === -1) return
          seen = at + words.length
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        left.then(
          () => reject(new Error(`left before "${words}": ${outlet.text()}`)),
          (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
        )
        look()
      }),
    left,
  }
}
