// The pictures that a page shows, also those in HTML, which the check of links does not read.

import { posix } from 'node:path'

/** Paths from the root of the repository. Pictures from elsewhere are left out. */
export function readPictureNames(page: { path: string; text: string }): string[] {
  const text = page.text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  const found = [
    ...text.matchAll(/(?:\b(?:src|srcset|href)="|\]\()([^")\s]+\.(?:png|svg|jpe?g|webp))(?=["\s)])/g),
  ]
  return found
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .map((link) => posix.normalize(posix.join(posix.dirname(page.path), link)))
}
