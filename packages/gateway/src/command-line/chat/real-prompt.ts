// The prompt on the process's own terminal. While an answer is being written in the middle of a line, what is typed is
// kept and not echoed; it is shown again at the next line's beginning.

import { createInterface, clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { Writable } from 'node:stream'
import type { Prompt, PromptOptions } from './prompt.ts'

export function openRealPrompt(options: PromptOptions): Prompt {
  const { stdin, stdout } = process
  let isMidLine = false
  let isClosed = false
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMidLine) stdout.write(chunk)
      done()
    },
  })
  // Readline asks its output for the width.
  Object.defineProperty(echo, 'columns', { get: () => stdout.columns })
  const lines = createInterface({ input: stdin, output: echo, terminal: true, historySize: 200 })
  stdout.on('resize', onResize)
  lines.setPrompt(options.ask)
  lines.on('line', (text) => {
    options.onLine(text)
    if (!isClosed && !isMidLine) lines.prompt()
  })
  lines.on('SIGINT', () => options.onInterrupt())
  lines.on('close', () => {
    if (isClosed) return
    isClosed = true
    options.onEnd()
  })
  lines.prompt()

  function onResize(): void {
    echo.emit('resize')
  }

  function clearTyped(): void {
    const { rows } = lines.getCursorPos()
    moveCursor(stdout, 0, -rows)
    cursorTo(stdout, 0)
    clearScreenDown(stdout)
  }

  /** From where the caret is to the end, and then the rest. */
  function dropTyped(): void {
    lines.write(null, { ctrl: true, name: 'k' })
    lines.write(null, { ctrl: true, name: 'u' })
  }

  return {
    write(text) {
      if (text === '') return
      if (isClosed) return void stdout.write(text)
      if (!isMidLine) clearTyped()
      stdout.write(text)
      isMidLine = !text.endsWith('\n')
      if (!isMidLine) lines.prompt(true)
    },
    ask(text, isTypedVoid) {
      if (isClosed) return
      if (!isMidLine) clearTyped()
      lines.setPrompt(text)
      if (isTypedVoid) dropTyped()
      if (!isMidLine) lines.prompt(true)
    },
    close() {
      if (isClosed) return
      isClosed = true
      stdout.off('resize', onResize)
      if (!isMidLine) clearTyped()
      lines.close()
    },
  }
}
