// React Aria ships its own few words in more than thirty languages. The interface speaks English, so the others are
// left out of the build; React Aria falls back to en-US where a language is missing.

import type { Plugin } from 'vite'

const otherLanguage =
  /react-(?:aria|stately|aria-components)\/dist\/.*\bintl\/(?:[^/]+\/)?(?!en-US\.)[a-z]{2}-[A-Z]{2}\.m?js$/

export function keepEnglishOnly(): Plugin {
  return {
    name: 'heddle:keep-english-only',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: otherLanguage },
      handler: () => ({ code: 'export default {}', moduleSideEffects: false }),
    },
  }
}
