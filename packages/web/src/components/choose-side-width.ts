// How wide what stands beside the session is: as it was pulled, within what leaves room to read. Pure.

export const sideWidths = { usual: 380, least: 300, most: 640, step: 16 } as const

export function chooseSideWidth(wanted: number): number {
  if (!Number.isFinite(wanted)) return sideWidths.usual
  return Math.round(Math.min(sideWidths.most, Math.max(sideWidths.least, wanted)))
}

/** A key at the edge of the panel; undefined where it means nothing there. `isRightToLeft`: the panel stands at the left. */
export function chooseWidthByKey(key: string, width: number, isRightToLeft: boolean): number | undefined {
  const outwards = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const inwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case outwards:
      return chooseSideWidth(width + sideWidths.step)
    case inwards:
      return chooseSideWidth(width - sideWidths.step)
    case 'Home':
      return sideWidths.least
    case 'End':
      return sideWidths.most
    default:
      return undefined
  }
}
