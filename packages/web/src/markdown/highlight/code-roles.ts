// What a piece of code is, as far as its colour goes, and which names grammars have for it. A role becomes a class, so
// that light and dark are a matter of the style sheet alone.

export const codeRoles = {
  comment: ['comment', 'punctuation.definition.comment', 'string.quoted.docstring'],
  punctuation: ['punctuation', 'meta.brace', 'keyword.operator'],
  keyword: ['keyword', 'storage', 'variable.language', 'keyword.operator.new', 'keyword.operator.expression'],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.fenced_code'],
  literal: ['constant', 'support.constant', 'keyword.other.unit', 'constant.character.escape'],
  call: ['entity.name.function', 'support.function', 'entity.name.command', 'markup.underline.link'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'storage.type.java',
    'storage.type.kotlin',
  ],
  tag: ['entity.name.tag', 'punctuation.definition.tag', 'markup.heading', 'entity.name.section'],
  attribute: ['entity.other.attribute-name', 'support.type.property-name'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted'],
} as const

export type CodeRole = keyof typeof codeRoles

/** A piece of a line; without a role it has the colour of text. */
export interface CodeRun {
  text: string
  role: CodeRole | undefined
}

export type CodeLine = readonly CodeRun[]
