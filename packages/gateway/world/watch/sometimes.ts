// States that a good run gets into now and then. A run that never reaches one has not tested it, however green it is.

/** Of the store and of durable work. */
export const storeStates = [
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

/** Of sessions, their turns, and those who follow them. */
export const sessionsStates = [
  'a turn was resumed after a crash in mid-stream',
  'a turn was resumed after a crash during a tool call',
  'a turn was resumed after a proper stop',
  'a turn was given up because the program died with it again and again',
  'a turn was taken over from a frozen holder',
  'a zombie’s step was fenced',
  'a turn was stopped in mid-stream',
  'a stop raced the end of a turn',
  'a stop found nothing running',
  'a stop outlived a crash',
  'a steer went into a turn between two steps',
  'a steer arrived in the last step',
  'several messages were taken by one turn',
  'a message waited while a turn ran',
  'a retry was answered from the arrivals',
  'two copies of a message came at once',
  'the same id with another text was refused',
  'a command was repeated and carried out once',
  'an unknown command was answered',
  'a session was begun anew with its key',
  'a queued message was edited',
  'an edit came too late',
  'a queued message was cancelled',
  'a queued message was moved',
  'a message was redacted while it waited',
  'a message was redacted after its turn',
  'an answer was redacted',
  'a text that streams could not be redacted',
  'a model call was made again',
  'a model call failed for good',
  'a model went silent',
  'a model answered garbage',
  'an answer came at once',
  'an answer streamed',
  'a text was begun anew by a second attempt',
  'a stopped text was kept',
  'an interrupted text was kept',
  'a begun text was dropped',
  'a call of unknown outcome was told as interrupted',
  'a call of unknown outcome was made again',
  'a tool broke',
  'a follower resumed where it was',
  'a follower began anew in another epoch',
  'a follower went back and caught up',
  'someone who may not read was refused',
  'someone lost their place in a session',
  'a read mark stayed where it was',
  'an archived session took nothing more',
] as const

export type RareState = (typeof storeStates | typeof sessionsStates)[number]

export interface Sometimes {
  saw(state: RareState): void
  seen(): RareState[]
}

export function createSometimes(): Sometimes {
  const seen = new Set<RareState>()
  return { saw: (state) => void seen.add(state), seen: () => [...seen].sort() }
}
