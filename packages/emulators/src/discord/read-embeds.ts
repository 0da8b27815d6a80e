// The framed texts of a message, with the limits of each part and of all together.

import type { Form } from './read-form.ts'

const embedsMax = 10
const charsOfAllMax = 6_000

/** Undefined: none were named. */
export function readEmbeds(form: Form): object[] | undefined {
  const embeds = form.forms('embeds', embedsMax)?.map((embed) => readEmbed(embed))
  const chars = (embeds ?? []).reduce((sum, one) => sum + one.chars, 0)
  if (chars > charsOfAllMax) {
    form.fail('embeds', 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${charsOfAllMax}`)
  }
  return embeds?.map(({ embed }) => embed)
}

function readEmbed(form: Form): { embed: object; chars: number } {
  const title = form.text('title', { max: 256 })
  const description = form.text('description', { max: 4_096 })
  const url = form.text('url', { max: 2_048 })
  const color = form.integer('color', { min: 0, max: 0xff_ff_ff })
  const timestamp = form.text('timestamp')
  const footer = form.form('footer')?.requiredText('text', { max: 2_048 })
  const author = form.form('author')?.requiredText('name', { max: 256 })
  const fields = form.forms('fields', 25)?.map((field) => ({
    name: field.requiredText('name', { min: 1, max: 256 }),
    value: field.requiredText('value', { min: 1, max: 1_024 }),
    inline: field.flag('inline') ?? false,
  }))
  const texts = [
    title,
    description,
    footer,
    author,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]
  return {
    chars: texts.reduce((sum, text) => sum + (text?.length ?? 0), 0),
    embed: {
      type: 'rich',
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(url !== undefined && { url }),
      ...(color !== undefined && { color }),
      ...(timestamp !== undefined && { timestamp }),
      ...(footer !== undefined && { footer: { text: footer } }),
      ...(author !== undefined && { author: { name: author } }),
      ...(fields && { fields }),
    },
  }
}
