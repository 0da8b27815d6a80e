// Images among the files.

/** What a browser may show by itself; everything else is only handed out to be saved. */
export const shownImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

export function isShownImage(mediaType: string): boolean {
  return shownImageTypes.some((known) => known === mediaType)
}
