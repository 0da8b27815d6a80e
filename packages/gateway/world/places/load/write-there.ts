// People write on the platform, whether or not the program is there to hear it.

import { makeWord } from '../../sessions/sessions-truth.ts'
import type { ActScene } from '../../sessions/load/scene.ts'
import type { PlacesTruth, Written } from '../places-truth.ts'
import { linkedPeople, type TownPerson } from '../platform/town.ts'

const recentThreads = 6

/** Mostly of those who may. */
function pickWriter({ random }: ActScene): TownPerson {
  return random.chance(0.15) ? 'vera' : random.pick(linkedPeople)
}

export async function write(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { random } = scene
  const { general, busy } = truth.town.channels
  put(scene, truth, pickWriter(scene), random.pick([general, busy]), 'hello')
}

export async function writeInThread(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const thread = pickThread(scene, truth)
  if (thread === undefined) return write(scene, truth)
  put(scene, truth, pickWriter(scene), thread, 'go')
}

/** Several at once, as into a thread that has been silent: all of them in one session, in their order (I19). */
export async function burst(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const thread = pickThread(scene, truth)
  if (thread === undefined) return write(scene, truth)
  const by = pickWriter(scene)
  for (let i = scene.random.between(2, 10); i > 0; i--) put(scene, truth, by, thread, 'and')
}

export async function writeDirectly(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { platform, accounts } = truth.town
  const by = pickWriter(scene)
  put(scene, truth, by, platform.openDm(by, scene.random.pick(accounts).botId), 'psst')
}

/** Who is on no list; nothing that they write may be heard anywhere (I18). */
export async function intrude(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { platform, accounts, channels } = truth.town
  const { random } = scene
  const thread = pickThread(scene, truth)
  const places = [channels.general, channels.busy, platform.openDm('mallory', random.pick(accounts).botId)]
  put(
    scene,
    truth,
    'mallory',
    random.pick(thread === undefined ? places : [thread, thread, ...places]),
    'evil',
  )
}

/** Where nobody is to be heard, and a program that answers whoever names it. */
export async function robot(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { platform, channels } = truth.town
  if (!platform.state.users.has('robot')) platform.addUser('robot', { id: 'robot', isBot: true })
  put(scene, truth, 'robot', scene.random.pick([channels.general, channels.busy, channels.foreign]), 'beep')
}

const commands = [
  '/focus #1',
  '/focus #1',
  '/focus #2',
  '/focus job 1',
  '/focus job 2',
  '/focus --here #1',
  '/unfocus',
  '/unfocus',
  '/unfocus',
  '/session ttl 30s',
  '/session max-age 60s',
  '/session ttl',
  '/stop',
  '/status',
  '/subagents',
  '/agents',
  '/kill #1',
  '/subagents spawn main errand please',
  '/nosuch',
]

export async function command(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { random } = scene
  const { general, busy } = truth.town.channels
  const thread = pickThread(scene, truth)
  const place = thread !== undefined && random.chance(0.6) ? thread : random.pick([general, busy])
  const named = random.pick(truth.town.accounts)
  const by = random.pick(linkedPeople)
  say(scene, truth, by, place, `<@${named.botId}> ${random.pick(commands)}`, {
    named: [named.accountId],
    isCommand: true,
  })
}

export function pickThread({ random }: ActScene, { town }: PlacesTruth): string | undefined {
  const open = town.threads().filter((id) => town.platform.state.conversations.get(id)?.isLocked === false)
  // Those that we opened are where things happen.
  const ours = open.filter((id) => town.platform.state.messages.get(id)?.author.isBot)
  const some = ours.length > 0 && random.chance(0.7) ? ours : open
  return some.length === 0 ? undefined : random.pick(some.slice(-recentThreads))
}

function put(
  scene: ActScene,
  truth: PlacesTruth,
  by: Written['by'],
  conversationId: string,
  kind: string,
): void {
  const { random } = scene
  const { accounts, platform } = truth.town
  const isDirect = platform.state.conversations.get(conversationId)?.kind === 'dm'
  const named = isDirect || random.chance(0.25) ? [] : [random.pick(accounts)]
  const mention = named.map(({ botId }) => `<@${botId}> `).join('')
  const word = makeWord(kind, truth.next())
  const about = { named: named.map(({ accountId }) => accountId), isCommand: false, word }
  say(scene, truth, by, conversationId, `${mention}${word} please`, about)
}

function say(
  scene: ActScene,
  truth: PlacesTruth,
  by: Written['by'],
  conversationId: string,
  text: string,
  about: { named: readonly string[]; isCommand: boolean; word?: string },
): void {
  const { platform } = truth.town
  const conversation = platform.state.conversations.get(conversationId)
  if (!conversation || conversation.isLocked) return
  if (conversation.members && !conversation.members.has(by)) return
  const message = platform.say(by, conversationId, text)
  truth.written.push({
    word: about.word ?? `${message.id}`,
    messageId: message.id,
    conversationId,
    kind: conversation.kind,
    by,
    named: about.named,
    isCommand: about.isCommand,
    atMs: scene.step(),
  })
}
