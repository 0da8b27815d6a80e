// The limits that the live socket keeps. They come from the contract; a test or a benchmark may hand in others.

import { limits } from '@heddle/contract'

export type LiveLimits = Readonly<Record<ContractLimit, number>> & OwnLimits

type ContractLimit =
  | 'liveFrameInBytesMax'
  | 'liveFrameOutBytesMax'
  | 'liveSnapshotEventsMax'
  | 'liveSnapshotBytesMax'
  | 'liveResumeEventsMax'
  | 'liveResumeBytesMax'
  | 'liveQueueFramesMax'
  | 'liveQueueBytesMax'
  | 'liveQueueBytesCut'
  | 'liveBlockedMsMax'
  | 'liveCrowdedBytes'
  | 'liveCrowdedFlushMs'
  | 'livePingMs'
  | 'livePingsMissedMax'
  | 'liveRecheckMs'
  | 'liveListHintMs'
  | 'liveSubscriptionsMax'
  | 'runsListMax'
  | 'liveSocketsPerPersonMax'
  | 'liveCommandsPerMinuteMax'
  | 'requestsPerMinutePerson'
  | 'limiterEntriesMax'
  | 'jsonDepthMax'
  | 'pageItemsDefault'
  | 'typingEveryMs'
  | 'typingExpiresMs'
  | 'presenceEveryMs'

interface OwnLimits {
  /** Frames in a row that could not be understood before the connection ends. */
  badFramesMax: number
  /** People that are shown as looking at one session. */
  viewersMax: number
  /** How often it is told at most who has which discussion of a session open. */
  threadViewersEveryMs: number
  /** Sessions named in one hint about the list. */
  hintSessionsMax: number
  /** Runs named in one hint about a tree. */
  hintRunsMax: number
  /** What one connection asked for and waits for, before nothing more is read from it. */
  turnsWaitingMax: number
  /** What all connections of one person together have not taken, before the next that is sent something ends. */
  queueBytesPersonMax: number
  /** How long an orderly end waits for the other side. */
  closeMs: number
}

export function chooseLiveLimits(others: Partial<LiveLimits> = {}): LiveLimits {
  return {
    ...limits,
    badFramesMax: 20,
    viewersMax: 50,
    threadViewersEveryMs: 500,
    hintSessionsMax: 100,
    hintRunsMax: 100,
    turnsWaitingMax: 32,
    queueBytesPersonMax: 64 * 1_048_576,
    closeMs: 1_000,
    ...others,
  }
}
