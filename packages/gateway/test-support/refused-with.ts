// For assert.rejects and assert.throws: whether it was this refusal, and about this field.

import { Refusal, type RefusalCode } from '@heddle/contract'

export function refusedWith(code: RefusalCode, field?: string): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof Refusal)) throw error
    const fields = error.issues.map((issue) => issue.field)
    if (error.code === code && (field === undefined || fields.includes(field))) return true
    throw new Error(`refused with ${error.code} about [${fields.join(', ')}]: ${error.message}`)
  }
}
