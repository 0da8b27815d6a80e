// What is used of `discord-digital-twin`. Its own types bring those of a browser along, which change what everything else
// here means; so it is loaded by a name that nobody looks up beforehand.

export interface TwinMessage {
  id: string
  content: string
  flags?: number
  author: { username: string }
  components?: { components?: { label?: string; custom_id?: string }[] }[]
}

export interface TwinChannel {
  id: string
  thread_metadata?: { archived: boolean }
}

export interface TwinActor {
  sendMessage(message: { content: string }): Promise<TwinMessage>
  runSlashCommand(command: { name: string; options?: readonly object[] }): Promise<{ id: string }>
  clickButton(button: { messageId: string; customId: string }): Promise<{ id: string }>
}

export interface TwinPlace {
  user(userId: string): TwinActor
  getMessages(): Promise<TwinMessage[]>
  getChannel(): Promise<TwinChannel | null>
  getThreads(): Promise<TwinChannel[]>
  waitForThread(options: { timeout: number }): Promise<TwinChannel>
  waitForInteractionAck(options: { interactionId: string; timeout?: number }): Promise<unknown>
}

export interface DigitalDiscord {
  readonly restUrl: string
  readonly botToken: string
  readonly prisma: { applicationCommand: { count(): Promise<number> } }
  start(): Promise<void>
  stop(): Promise<void>
  channel(channelId: string): TwinPlace
}

export interface TwinOptions {
  guild: { id: string; name: string; ownerId: string }
  channels: readonly { id: string; name: string; type: number }[]
  users: readonly { id: string; username: string }[]
  botUser: { id: string; username: string }
  dbUrl: string
}

export async function makeTwin(options: TwinOptions): Promise<DigitalDiscord> {
  const name: string = 'discord-digital-twin'
  // As its documents have it, for the version that is pinned.
  const { DigitalDiscord } = (await import(name)) as {
    DigitalDiscord: new (options: TwinOptions) => DigitalDiscord
  }
  return new DigitalDiscord(options)
}
