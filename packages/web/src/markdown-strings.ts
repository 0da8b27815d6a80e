// The words around Markdown, code and diffs. A part of the catalogue in strings.ts.

export const markdownStrings = {
  table: 'Table',
  /** Stands for an image that is not kept here, and so is not loaded. */
  image: (alt: string) => (alt === '' ? 'image' : `image: ${alt}`),
  taskOpen: 'To do',
  taskDone: 'Done',
  code: {
    plain: 'Text',
    label: (language: string) => `Code, ${language}`,
    copy: 'Copy',
    copied: 'Copied',
    copiedSaid: 'Copied.',
    wrap: 'Wrap',
    showAll: (written: string) => `Show all ${written} lines`,
    showFewer: 'Show fewer lines',
  },
  diff: {
    unnamed: 'Changes',
    label: (path: string) => `Changes in ${path}`,
    renamed: (from: string, to: string) => `${from} → ${to}`,
    created: 'new',
    deleted: 'deleted',
    added: (written: string) => `+${written}`,
    removed: (written: string) => `−${written}`,
    counts: (added: string, removed: string) => `Lines added: ${added}, removed: ${removed}.`,
  },
}
