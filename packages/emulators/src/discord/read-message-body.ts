// What a program wants said, by its body and files, with all of Discord's limits. The same for bots, for webhooks and for
// answers to interactions; what is special to one of them its route reads besides.

import { MessageFlags } from 'discord-api-types/v10'
import type { AllowedMentions } from './choose-pings.ts'
import { DiscordError } from './discord-error.ts'
import type { DiscordWorld } from './discord-state.ts'
import type { DiscordAttachment } from './discord-words.ts'
import { nameAttachment } from './name-attachment.ts'
import { readComponents } from './read-components.ts'
import { readEmbeds } from './read-embeds.ts'
import { type Form, readForm } from './read-form.ts'
import type { UploadedFile } from './rest-words.ts'

export const contentCharsMax = 2_000
const filesMax = 10

export interface MessageBody {
  /** Undefined, here and below: not named, which matters when something is edited. */
  content?: string
  embeds?: object[]
  components?: object[]
  attachments?: DiscordAttachment[]
  flags?: number
  allowedMentions?: AllowedMentions
}

/**
 * `kept`: of the message that is edited. Nothing is told of faults that the form has until its `finish` is called, which
 * is left to the caller, who may read more of it.
 */
export function readMessageForm(
  world: DiscordWorld,
  form: Form,
  files: readonly UploadedFile[],
  kept: readonly DiscordAttachment[] = [],
): MessageBody {
  // Discord may count code points; whoever stays below by this count stays below by the other too.
  const text = form.text('content', { max: contentCharsMax })
  // What stands around it is cut off, as at Discord: whoever looks for their own text must know.
  const content = form.has('content') ? (text ?? '').trim() : undefined
  const embeds = readEmbeds(form) ?? (form.has('embeds') ? [] : undefined)
  const components = readComponents(form) ?? (form.has('components') ? [] : undefined)
  const attachments = readAttachments(world, form, files, kept)
  const allowedMentions = readAllowedMentions(form)
  const flags = form.integer('flags', { min: 0 })
  return {
    ...(content !== undefined && { content }),
    ...(embeds && { embeds }),
    ...(components && { components }),
    ...(attachments && { attachments }),
    ...(flags !== undefined && { flags: flags & settableFlags }),
    ...(allowedMentions && { allowedMentions }),
  }
}

const settableFlags =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.Ephemeral

/** Throws 50035 with all that is wrong. */
export function readMessageBody(
  world: DiscordWorld,
  body: unknown,
  files: readonly UploadedFile[],
  kept: readonly DiscordAttachment[] = [],
): MessageBody {
  const form = readForm(body)
  const message = readMessageForm(world, form, files, kept)
  form.finish()
  return message
}

export function demandSomething(message: {
  content?: string
  embeds?: readonly object[]
  components?: readonly object[]
  attachments?: readonly object[]
}): void {
  const { content, embeds, components, attachments } = message
  const parts = [content, embeds, components, attachments]
  if (parts.every((part) => (part?.length ?? 0) === 0)) throw new DiscordError(50_006)
}

/** Files come as `files[n]`; the list may say more of each, by that number, and which of the old ones stay. */
function readAttachments(
  world: DiscordWorld,
  form: Form,
  files: readonly UploadedFile[],
  kept: readonly DiscordAttachment[],
): DiscordAttachment[] | undefined {
  if (files.some(({ content }) => content.length > world.state.limits.fileBytesMax))
    throw new DiscordError(40_005)
  if (files.length > filesMax)
    form.fail('files', 'BASE_TYPE_MAX_LENGTH', `Must be ${filesMax} or fewer in length.`)
  const list = form.forms('attachments', filesMax)
  const added = files.map((file) => ({ file, number: /\[([0-9]+)\]$/.exec(file.field)?.[1] ?? '0' }))
  if (!list)
    return files.length === 0 ? undefined : [...kept, ...added.map(({ file }) => attach(world, file))]
  return list.flatMap((entry) => {
    const id = String(entry.raw('id') ?? '')
    const old = kept.find((one) => one.id === id)
    if (old) return [old]
    const found = added.find(({ number }) => number === id)
    if (!found) {
      entry.fail('id', 'ATTACHMENT_NOT_FOUND', `Attachment data for id ${id} was not found`)
      return []
    }
    const name = entry.text('filename', { min: 1, max: 1_024 })
    const title = entry.text('title', { max: 1_024 })
    const description = entry.text('description', { max: 1_024 })
    const more = { ...(name && { name }), ...(title && { title }), ...(description && { description }) }
    return [attach(world, found.file, more)]
  })
}

function attach(
  world: DiscordWorld,
  { name, mediaType, content }: UploadedFile,
  more: { name?: string; title?: string; description?: string } = {},
): DiscordAttachment {
  const { name: wanted = name, title, description } = more
  const id = world.nextId()
  return {
    id,
    content,
    ...nameAttachment(wanted, id),
    ...(title !== undefined && { title }),
    ...(mediaType !== undefined && { mediaType }),
    ...(description !== undefined && { description }),
  }
}

function readAllowedMentions(form: Form): AllowedMentions | undefined {
  const given = form.form('allowed_mentions')
  if (!given) return undefined
  const parse = given.raw('parse') ?? []
  const kinds = ['users', 'roles', 'everyone']
  const isFine = Array.isArray(parse) && parse.every((kind) => kinds.includes(kind))
  if (!isFine)
    given.fail('parse', 'BASE_TYPE_CHOICES', 'Value must be one of {"users", "roles", "everyone"}.')
  const allowed = {
    parse: isFine ? parse.map(String) : [],
    userIds: given.snowflakes('users', 100) ?? [],
    roleIds: given.snowflakes('roles', 100) ?? [],
    repliedUser: given.flag('replied_user') ?? false,
  }
  for (const [kind, list] of [
    ['users', allowed.userIds],
    ['roles', allowed.roleIds],
  ] as const) {
    if (!allowed.parse.includes(kind) || list.length === 0) continue
    const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`
    form.fail('allowed_mentions', 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message)
  }
  return allowed
}
