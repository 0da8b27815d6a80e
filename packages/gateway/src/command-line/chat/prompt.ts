// The line that someone types into, as a conversation needs it.

export interface Prompt {
  /** Written above what is being typed, which stays as it is. */
  write(text: string): void
  /** What stands before the line from now on. `isTypedVoid`: what was typed so far was an answer to something else. */
  ask(text: string, isTypedVoid: boolean): void
  close(): void
}

export interface PromptOptions {
  /** What stands before the line. */
  ask: string
  onLine(text: string): void
  /** Ctrl-C. */
  onInterrupt(): void
  /** Ctrl-D, or the terminal is gone. */
  onEnd(): void
}

export type OpenPrompt = (options: PromptOptions) => Prompt
