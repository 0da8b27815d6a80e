// States that a good run gets into now and then. A run that never reaches one has not tested it, however green it is.

export const rareStates = [
  'an acknowledgement was lost on the way and the client asked again',
  'a transaction was run twice',
  'two clients shared one sync',
  'power was lost with commits not yet on disk',
  'power was lost and a page was torn',
  'power was lost and a later piece survived an earlier one',
  'power was lost and the log was cut short',
  'power was lost during a checkpoint',
  'a checkpoint was interrupted and left pages half copied',
  'a checkpoint could not copy everything',
  'the log started over',
  'transactions waited for the log to start over',
  'a sync failed and the process stopped',
  'the disk failed and the process stopped',
  'the disk was full',
  'the database was busy',
  'the process died inside a transaction',
  'the process died between a commit and its sync',
  'the process died while it started',
  'the process died while its schema changed',
  'the process died while it stopped',
  'the process stopped properly',
  'the clock was set back',
  'the clock was set forward',
  'work was retried',
  'work was given up',
  'work was taken over from a frozen holder',
  'a frozen holder was fenced',
  'a frozen holder was kept from sending',
  'a lease was renewed',
  'a row waited for its key and was called back',
  'a lane was full',
  'parents took turns in a fair lane',
  'a timer was moved before it fired',
  'a timer was moved while it ran',
  'a timer was cancelled',
  'a timer came back by itself',
  'a timer outlived a restart',
  'work was interrupted',
  'a request left the program twice',
] as const

export type RareState = (typeof rareStates)[number]

export interface Sometimes {
  saw(state: RareState): void
  seen(): RareState[]
}

export function createSometimes(): Sometimes {
  const seen = new Set<RareState>()
  return { saw: (state) => void seen.add(state), seen: () => rareStates.filter((state) => seen.has(state)) }
}
