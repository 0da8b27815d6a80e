// Names that a webhook, or a message through it, may not have.

import type { Form } from './read-form.ts'

export const webhookNameCharsMax = 80

export function demandWebhookName(form: Form, key: string, name: string): void {
  if (name.trim() === '' && name !== '') {
    form.fail(key, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${webhookNameCharsMax} in length.`)
  }
  for (const word of ['clyde', 'discord']) {
    if (!name.toLowerCase().includes(word)) continue
    form.fail(key, 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`)
  }
}
