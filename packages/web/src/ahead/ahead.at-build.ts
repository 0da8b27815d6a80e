// What is asked for ahead, as it goes over the wire: so the first file of the page needs nothing of the others.

import { type ClientFrame, limits, livePath as path, liveProtocol } from '@heddle/contract'
import { buildRequest } from '../api/build-request.ts'
import { calls } from '../api/calls.at-build.ts'

export const meUrl = buildRequest(calls.readMe, {}).url
export const agentsUrl = buildRequest(calls.listAgents, {}).url
export const livePath: string = path
export const helloFrame: ClientFrame = { type: 'hello', proto: liveProtocol, client: 'web' }
export const requestTimeMs: number = limits.requestTimeMs
