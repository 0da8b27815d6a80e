// What people do on an emulated Discord, and what they see there, in short words: each deed lets follow what follows.

import assert from 'node:assert/strict'
import type { OptionValue } from '@heddle/emulators/discord/command-options'
import type { DiscordMessage, DiscordUser, ThreadChannel } from '@heddle/emulators/discord/discord-words'
import type { Interaction } from '@heddle/emulators/discord/interactions'
import { authorName } from '@heddle/emulators/discord/look-at-discord'
import type { Discord } from '@heddle/emulators/discord/open-discord'
import type { SayOptions } from '@heddle/emulators/discord/people'
import { buttonsOf } from '@heddle/emulators/discord/shown-buttons'

/** Whoever can do something on Discord. */
export type Someone = Pick<DiscordUser, 'id'>

export interface DiscordHands {
  write(who: Someone, channelId: string, text: string, options?: SayOptions): Promise<DiscordMessage>
  /** Runs a command by Discord's own means; what comes back is what only they see. */
  slash(
    who: Someone,
    channelId: string,
    name: string,
    values?: Readonly<Record<string, OptionValue>>,
  ): Promise<string>
  /** What is offered to them while they type. */
  suggested(
    who: Someone,
    channelId: string,
    name: string,
    values: Readonly<Record<string, OptionValue>>,
    focused: string,
  ): Promise<string[]>
  /** Presses the newest button there that is called so; what comes back is what only they see. */
  press(who: Someone, channelId: string, label: string): Promise<string>
  /** Writes into the form that was opened to them last, and sends it; what comes back is what only they see. */
  fill(who: Someone, words: string): Promise<string>
  /** The titles of the forms that were opened to them. */
  forms(who: Someone): string[]
  /** The names of all buttons that can be pressed there. */
  buttons(channelId: string): string[]
  /** What everybody can read there, oldest first, as `name: text`. */
  read(channelId: string): string[]
  messages(channelId: string): DiscordMessage[]
  threads(): ThreadChannel[]
  /** The one that Heddle opened. */
  ownThread(): ThreadChannel
}

export function lendHands(
  { platform: { state }, people, programs, interactions }: Discord,
  botId: string,
  settle: () => Promise<void>,
): DiscordHands {
  function toldAlone(who: Someone, { id, originalId }: Interaction): string {
    const shown = originalId ?? interactions.get(id)?.originalId
    const message = shown === undefined ? undefined : state.messages.get(shown)
    return message?.visibleTo === who.id ? message.content : ''
  }

  const messages = (channelId: string) =>
    (state.messagesByChannel.get(channelId) ?? []).filter(
      ({ type, visibleTo }) => visibleTo === undefined && (type === 0 || type === 19),
    )
  const threads = () => [...state.channels.values()].filter((channel) => channel.kind === 'thread')

  return {
    async write(who, channelId, text, more) {
      const said = people.say(who.id, channelId, text, more)
      await settle()
      return said
    },
    async slash(who, channelId, name, values = {}) {
      const asked = programs.runCommand({ userId: who.id, channelId, name, values })
      await settle()
      return toldAlone(who, asked)
    },
    async suggested(who, channelId, name, values, focused) {
      const asked = programs.typeCommand({ userId: who.id, channelId, name, values, focused })
      await settle()
      return asked.choices.map((choice) => choice.name)
    },
    async press(who, channelId, label) {
      const pressed = messages(channelId)
        .flatMap(({ id, components }) => buttonsOf(components).map((button) => ({ id, button })))
        .findLast(({ button }) => button.label === label)
      assert.ok(pressed, `there is no button "${label}"`)
      const asked = programs.press(who.id, pressed.id, pressed.button.customId)
      await settle()
      return toldAlone(who, asked)
    },
    async fill(who, words) {
      const opened = interactions.all().findLast(({ userId, modal }) => userId === who.id && modal)
      const [field] = opened?.modal?.fields ?? []
      assert.ok(opened && field, 'no form is open to them')
      const asked = programs.submitModal(who.id, opened.id, { [field.customId]: words })
      await settle()
      return toldAlone(who, asked)
    },
    forms: (who) =>
      interactions.all().flatMap(({ userId, modal }) => (userId === who.id && modal ? [modal.title] : [])),
    buttons: (channelId) =>
      messages(channelId).flatMap(({ components }) => buttonsOf(components).map(({ label }) => label)),
    read: (channelId) =>
      messages(channelId).map((message) => `${authorName(state, message)}: ${message.content}`),
    messages,
    threads,
    ownThread() {
      const found = threads().find(({ ownerId }) => ownerId === botId)
      assert.ok(found, 'Heddle opened no thread')
      return found
    },
  }
}
