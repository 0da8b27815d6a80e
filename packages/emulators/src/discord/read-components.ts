// The rows of buttons and choices under a message. The newer kinds of components, which replace the text, are not there.

import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import type { Form } from './read-form.ts'

const rowsMax = 5
const buttonsPerRowMax = 5
const customIdCharsMax = 100
const labelCharsMax = 80
const selectTypes: readonly number[] = [3, 5, 6, 7, 8]

/** With the numbers that Discord gives to those that have none. Undefined: none were named. */
export function readComponents(form: Form): object[] | undefined {
  let count = 0
  const ids = new Set<string>()
  return form.forms('components', rowsMax)?.map((row) => {
    row.oneOf('type', [ComponentType.ActionRow])
    if (!row.has('type')) row.fail('type', 'BASE_TYPE_REQUIRED', 'This field is required')
    const id = row.integer('id', { min: 0 }) ?? ++count
    const parts = row.forms('components', buttonsPerRowMax) ?? []
    if (parts.length === 0)
      row.fail('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')
    const components = parts.map((part) => {
      const type = part.integer('type')
      const inner = part.integer('id', { min: 0 }) ?? ++count
      const read = type === ComponentType.Button ? readButton(part, ids) : readSelect(part, ids, type)
      return { ...read, id: inner }
    })
    return { type: ComponentType.ActionRow, id, components }
  })
}

function readButton(form: Form, ids: Set<string>): object {
  const style = form.oneOf('style', [1, 2, 3, 4, 5, 6])
  if (!form.has('style')) form.fail('style', 'BASE_TYPE_REQUIRED', 'This field is required')
  const label = form.text('label', { max: labelCharsMax })
  const emoji = form.raw('emoji')
  const url = form.text('url', { max: 512 })
  const isLink = style === ButtonStyle.Link
  const customId = isLink ? undefined : readCustomId(form, ids)
  if (isLink && url === undefined) form.fail('url', 'BASE_TYPE_REQUIRED', 'This field is required')
  if (!label && (emoji === undefined || emoji === null)) {
    form.fail('label', 'BUTTON_COMPONENT_LABEL_OR_EMOJI', 'A button needs a label or an emoji')
  }
  return {
    type: ComponentType.Button,
    style,
    ...(label !== undefined && { label }),
    ...(customId !== undefined && { custom_id: customId }),
    ...(isLink && { url }),
    ...(typeof emoji === 'object' && emoji !== null && { emoji }),
    ...(form.flag('disabled') === true && { disabled: true }),
  }
}

function readSelect(form: Form, ids: Set<string>, type: number | undefined): object {
  if (type === undefined || !selectTypes.includes(type)) {
    form.fail('type', 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).')
  }
  const placeholder = form.text('placeholder', { max: 150 })
  const options = form.forms('options', 25)?.map((option) => ({
    label: option.requiredText('label', { min: 1, max: 100 }),
    value: option.requiredText('value', { min: 1, max: 100 }),
  }))
  return {
    type,
    custom_id: readCustomId(form, ids),
    min_values: form.integer('min_values', { min: 0, max: 25 }) ?? 1,
    max_values: form.integer('max_values', { min: 1, max: 25 }) ?? 1,
    ...(placeholder !== undefined && { placeholder }),
    ...(options && { options }),
  }
}

function readCustomId(form: Form, ids: Set<string>): string {
  const id = form.requiredText('custom_id', { min: 1, max: customIdCharsMax })
  if (ids.has(id)) {
    form.fail('custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
  }
  ids.add(id)
  return id
}
