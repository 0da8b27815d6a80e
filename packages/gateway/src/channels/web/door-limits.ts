// The limits that the door keeps. They come from the contract; a benchmark may hand in others.

import { limits } from '@heddle/contract'

export type DoorLimits = Readonly<Record<LimitName, number>>

type LimitName =
  | 'requestBodyBytesMax'
  | 'anonymousBodyBytesMax'
  | 'jsonDepthMax'
  | 'requestHeadersBytesMax'
  | 'requestTimeMs'
  | 'headersTimeMs'
  | 'keepAliveTimeMs'
  | 'connectionsMax'
  | 'requestsPerMinuteAnonymous'
  | 'requestsPerMinutePerson'
  | 'limiterEntriesMax'
  | 'completionsAtOncePerPersonMax'
  | 'uploadsAtOncePerPersonMax'
  | 'uploadTimeMs'
  | 'forksPerMinutePerPersonMax'
  | 'shutdownMs'

export function chooseDoorLimits(others: Partial<DoorLimits> = {}): DoorLimits {
  return { ...limits, ...others }
}
