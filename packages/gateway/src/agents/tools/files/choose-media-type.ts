// What a file of a workspace is said to be, by the ending of its name, else by its first bytes. Whether what is said to be
// an image is one is looked at when it is kept. Pure.

import { classifyContent } from './classify-content.ts'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  css: 'text/css',
  diff: 'text/x-diff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  patch: 'text/x-diff',
  pdf: 'application/pdf',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  ts: 'text/x-typescript',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}

export function chooseMediaType(name: string, head: Uint8Array): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(types, ending)) return types[ending]!
  // Images are recognised by whoever keeps them.
  return classifyContent(head).kind === 'text' ? 'text/plain' : 'application/octet-stream'
}
