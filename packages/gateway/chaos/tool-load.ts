// People who ask agents for things, and who say a word on calls that wait for one, until the gateway is gone.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askGateway, untilGone } from './ask-gateway.ts'
import { between, sleep } from './chaos-round.ts'
import type { AskedPlan, ToolLedger, Word } from './tool-ledger.ts'
import { choosePlan, editedBegin, editedFile, writePlan } from './tool-plan.ts'

export interface ToolPlace {
  url: string
  token: string
  ledger: ToolLedger
  /** Of an agent. */
  workspace(agentId: string): string
}

const leftShare = 0.25
const messagesEach = 2

let lastId = 0
const makeId = () => `c${Date.now().toString(36)}x${++lastId}`

export async function openToolSession(place: ToolPlace, agentId: string): Promise<void> {
  const input = { agentId, visibility: 'team' }
  const { body } = await ask(place, 'POST', '/sessions', input, [201])
  place.ledger.sessions.push({ id: String(body['id']), agentId })
}

/** One after the other, with time to think. */
export async function askForThings(place: ToolPlace, sessionId: string, agentId: string): Promise<void> {
  await untilGone(async () => {
    for (let i = 0; i < messagesEach; i++) {
      await say(place, planSomething(place, sessionId, agentId))
      await sleep(between(0, 200))
    }
  })
}

function planSomething({ ledger, workspace }: ToolPlace, sessionId: string, agentId: string): AskedPlan {
  const asked: AskedPlan = {
    sessionId,
    clientMessageId: crypto.randomUUID(),
    plan: choosePlan(makeId),
    isAcknowledged: false,
  }
  for (const { id, kind } of asked.plan.flat()) {
    if (kind === 'edit') writeFileSync(join(workspace(agentId), editedFile(id)), editedBegin)
    if (Math.random() < leftShare) ledger.left.add(id)
  }
  ledger.asked.push(asked)
  return asked
}

/** Once more what was not acknowledged. */
export async function repeatUnasked(place: ToolPlace): Promise<void> {
  await untilGone(async () => {
    for (const asked of place.ledger.asked) if (!asked.isAcknowledged) await say(place, asked)
  })
}

async function say(place: ToolPlace, asked: AskedPlan): Promise<void> {
  const { sessionId, clientMessageId, plan } = asked
  const input = { body: writePlan(plan), clientMessageId, mode: 'queue' }
  await ask(place, 'POST', `/sessions/${sessionId}/messages`, input, [200, 201])
  asked.isAcknowledged = true
  place.ledger.acknowledged++
}

/** Says a word on whatever waits and is not left alone, until told to end or the gateway is gone. */
export async function decideAll(place: ToolPlace, isOver: () => boolean): Promise<void> {
  await untilGone(async () => {
    while (!isOver()) {
      await decideSome(place, (callId) => !place.ledger.left.has(callId) && Math.random() < 0.7)
      await sleep(between(5, 60))
    }
  })
}

/** On what was left until now, but for those that are to stay. Says whether it came to its end. */
export function decideLeft(place: ToolPlace, stays: () => boolean): Promise<boolean> {
  return untilGone(() => decideSome(place, () => !stays()))
}

async function decideSome(place: ToolPlace, isChosen: (callId: string) => boolean): Promise<void> {
  const { ledger } = place
  for (const { id: sessionId } of ledger.sessions) {
    const path = `/approvals?session=${sessionId}&limit=100`
    const { body } = await ask(place, 'GET', path, undefined, [200])
    for (const approval of body['items'] as ShownApproval[]) {
      const callId = callIdOf(ledger, approval)
      ledger.approvals.set(approval.id, callId)
      if (isChosen(callId)) await decide(place, approval)
    }
  }
}

interface ShownApproval {
  id: string
  callHash: string
  arguments: string
}

function callIdOf({ asked }: ToolLedger, { arguments: said }: ShownApproval): string {
  const calls = asked.flatMap(({ plan }) => plan.flat())
  return calls.find(({ id }) => said.includes(id))?.id ?? ''
}

async function decide(place: ToolPlace, { id, callHash }: ShownApproval): Promise<void> {
  const { ledger, token } = place
  const chance = Math.random()
  const decision: Word = chance < 0.5 ? 'once' : chance < 0.75 ? 'session' : 'deny'
  const withHash = Math.random() < 0.5 ? { callHash } : {}
  // Somebody else may have been first.
  const { status } = await ask(place, 'POST', `/approvals/${id}`, { decision, ...withHash }, [200, 409])
  if (status !== 200) return
  const before = ledger.words.get(id)
  // Whose answer was lost may say the same again.
  if (before && (before.word !== decision || before.by !== token)) {
    ledger.wrongAnswers.push(`[I47] ${id} was decided a second time`)
  }
  ledger.words.set(id, { word: decision, by: token })
  ledger.acknowledged++
}

function ask(
  { url, token, ledger }: ToolPlace,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
) {
  return askGateway({ url, token, wrongAnswers: ledger.wrongAnswers }, method, path, body, expected)
}
