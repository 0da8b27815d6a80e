// One thing on offer while one types: a command, or somebody to mention.

export interface Suggestion {
  /** Its own within the list. */
  key: string
  /** What it is called where the words that are shown do not say it. */
  name?: string | undefined
  title: string
  /** Not a word to be typed: set like one that is read. */
  isTitlePlain?: boolean
  usage: string
  about: string
  /** What stands in the field once it is taken, and where the caret stands then. */
  take(): { text: string; caret: number }
}
