// A form that a program opens to whoever asked it: a title and fields for text. Of what a form may hold nothing else is
// there: neither choices nor files.

import { ComponentType, TextInputStyle } from 'discord-api-types/v10'
import { type Form, readForm } from './read-form.ts'

export interface ModalField {
  customId: string
  label: string
  description?: string
  placeholder?: string
  hasLines: boolean
  isRequired: boolean
  /** What stands in it already. */
  value: string
  charsMin: number
  charsMax: number
  /** It stands under a label, and not in a row as in older forms. */
  isLabelled: boolean
}

export interface Modal {
  customId: string
  title: string
  fields: readonly ModalField[]
}

const partsMax = 5
const titleCharsMax = 45
const labelCharsMax = 45
const customIdCharsMax = 100
const fieldCharsMax = 4_000

/** Throws 50035 where Discord does not take it. */
export function readModal(data: unknown): Modal {
  const form = readForm(data)
  const modal = {
    customId: form.requiredText('custom_id', { min: 1, max: customIdCharsMax }),
    title: form.requiredText('title', { min: 1, max: titleCharsMax }),
    fields: (form.forms('components', partsMax) ?? []).flatMap(readPart),
  }
  if (modal.fields.length === 0) {
    form.fail('components', 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${partsMax} in length.`)
  }
  const names = new Set(modal.fields.map(({ customId }) => customId))
  if (names.size < modal.fields.length) {
    const message = 'Component custom id cannot be duplicated'
    form.fail('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', message)
  }
  form.finish()
  return modal
}

function readPart(part: Form): ModalField[] {
  const type = part.oneOf('type', [ComponentType.ActionRow, ComponentType.Label])
  if (type === ComponentType.Label) {
    const label = part.requiredText('label', { min: 1, max: labelCharsMax })
    const description = part.text('description', { min: 1, max: 100 })
    const field = part.form('component')
    if (!field) part.fail('component', 'BASE_TYPE_REQUIRED', 'This field is required')
    const about = { label, ...(description !== undefined && { description }), isLabelled: true }
    return field ? [{ ...readField(field), ...about }] : []
  }
  // A row holds one field, which has its label itself.
  return (part.forms('components', 1) ?? []).map((field) => ({
    ...readField(field),
    label: field.requiredText('label', { min: 1, max: labelCharsMax }),
    isLabelled: false,
  }))
}

function readField(field: Form): Omit<ModalField, 'label' | 'isLabelled'> {
  field.oneOf('type', [ComponentType.TextInput])
  if (!field.has('type')) field.fail('type', 'BASE_TYPE_REQUIRED', 'This field is required')
  const style = field.oneOf('style', [TextInputStyle.Short, TextInputStyle.Paragraph])
  if (style === undefined) field.fail('style', 'BASE_TYPE_REQUIRED', 'This field is required')
  const placeholder = field.text('placeholder', { max: 100 })
  return {
    customId: field.requiredText('custom_id', { min: 1, max: customIdCharsMax }),
    hasLines: style === TextInputStyle.Paragraph,
    isRequired: field.flag('required') ?? true,
    value: field.text('value', { max: fieldCharsMax }) ?? '',
    charsMin: field.integer('min_length', { min: 0, max: fieldCharsMax }) ?? 0,
    charsMax: field.integer('max_length', { min: 1, max: fieldCharsMax }) ?? fieldCharsMax,
    ...(placeholder !== undefined && { placeholder }),
  }
}

/** As the program hears of it. What its person could not send throws in words. */
export function fillModal({ fields }: Modal, values: Readonly<Record<string, string>>): object[] {
  const unknown = Object.keys(values).find((name) => fields.every(({ customId }) => customId !== name))
  if (unknown !== undefined) throw new Error(`the form has no field ${unknown}`)
  return fields.map((field, i) => {
    const { customId, label, value, isRequired, charsMin, charsMax, isLabelled } = field
    const text = values[customId] ?? value
    if (text === '' && isRequired) throw new Error(`the field "${label}" is required`)
    if (text !== '' && (text.length < charsMin || text.length > charsMax)) {
      throw new Error(`the field "${label}" has ${charsMin} to ${charsMax} characters`)
    }
    const id = 2 * i + 1
    const filled = { type: ComponentType.TextInput, id: id + 1, custom_id: customId, value: text }
    return isLabelled
      ? { type: ComponentType.Label, id, component: filled }
      : { type: ComponentType.ActionRow, id, components: [filled] }
  })
}
