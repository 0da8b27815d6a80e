// What people do with conversations on the platform, and what whoever runs the place does with its accounts.

import type { ActScene } from '../../sessions/load/scene.ts'
import type { PlacesTruth } from '../places-truth.ts'
import { linkedPeople, tokenOf } from '../platform/town.ts'
import { pickThread } from './write-there.ts'

export async function startThread({ random }: ActScene, truth: PlacesTruth): Promise<void> {
  const { platform, channels } = truth.town
  const messages = platform.read(random.pick([channels.general, channels.busy])).slice(-5)
  if (messages.length > 0) platform.startThread(random.pick(messages).id, 'about that')
}

export async function archiveThread(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const thread = pickThread(scene, truth)
  if (thread === undefined) return
  truth.meddledWith.add(thread)
  truth.town.platform.archive(thread, scene.random.pick(linkedPeople))
}

export async function lockThread(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const thread = pickThread(scene, truth)
  if (thread === undefined) return
  truth.meddledWith.add(thread)
  truth.town.platform.lock(thread, true)
}

export async function deleteThread(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const thread = pickThread(scene, truth)
  if (thread === undefined) return
  truth.meddledWith.add(thread)
  truth.town.platform.deleteConversation(thread, scene.random.pick(linkedPeople))
}

export async function press({ random }: ActScene, truth: PlacesTruth): Promise<void> {
  const { platform } = truth.town
  const withButtons = platform.visible().filter(({ buttons }) => buttons.length > 0)
  if (withButtons.length === 0) return
  const message = random.pick(withButtons.slice(-4))
  platform.press(random.pick(linkedPeople), message.id, random.pick(message.buttons).token)
}

export async function loseEvents({ random }: ActScene, { town }: PlacesTruth): Promise<void> {
  town.loseEvents(random.pick(town.accounts))
}

/** The platform takes the token away; a while later the file has the new one, and somebody lets the account go on. */
export async function revoke(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { town } = truth
  const { accountId, botId } = scene.random.pick(town.accounts)
  truth.revocations++
  const token = `${tokenOf(accountId)}-${truth.next()}`
  town.platform.changeToken(botId, token)
  for (let i = scene.random.below(40); i > 0; i--) await scene.pauseBeforeAskingAgain()
  const accounts = town.config.channels?.loopback?.accounts ?? {}
  const account = accounts[accountId]
  // Taken away once more meanwhile: whoever did that has the one that counts.
  if (!account || town.platform.state.bots.get(botId)?.token !== token) return
  setAccounts(truth, { ...accounts, [accountId]: { ...account, token } })
  await untilDone(scene, `lets ${accountId} go on`, (node) =>
    node.store.tx((t) => node.deliveries.resumeAccount(t, 'loopback', accountId)),
  )
}

/** The file is read again, and says something else of places. */
export async function reload({ random }: ActScene, truth: PlacesTruth): Promise<void> {
  const { town } = truth
  const { session } = town.config
  const archiveOnUnbind = random.chance(0.5)
  town.config = {
    ...town.config,
    session: { ...session, threadBindings: { ...session?.threadBindings, archiveOnUnbind } },
  }
}

type Accounts = NonNullable<
  NonNullable<NonNullable<PlacesTruth['town']['config']['channels']>['loopback']>['accounts']
>

function setAccounts({ town }: PlacesTruth, accounts: Accounts): void {
  const { channels } = town.config
  town.config = {
    ...town.config,
    channels: { ...channels, loopback: { ...channels?.loopback, accounts } },
  }
}

async function untilDone(
  scene: ActScene,
  what: string,
  serve: Parameters<ActScene['ask']>[0]['serve'],
): Promise<void> {
  for (;;) {
    const outcome = await scene.ask({ what, serve })
    if (outcome.kind === 'done') return
    await scene.pauseBeforeAskingAgain()
  }
}
