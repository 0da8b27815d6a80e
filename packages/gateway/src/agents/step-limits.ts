// How long and how large one model answer may be.

export const stepLimits = {
  /** Between two parts; an empty one is a sign of life. */
  idleMs: 120_000,
  totalMs: 30 * 60_000,
  /** Text, reasoning and tool arguments together. */
  answerBytesMax: 4 * 1_048_576,
  toolCallsMax: 128,
  /** How long a stream that never waits may hold the event loop, and how many parts where time stands still. */
  sliceMs: 4,
  slicePartsMax: 512,
} as const

export type StepLimits = { readonly [Key in keyof typeof stepLimits]: number }
