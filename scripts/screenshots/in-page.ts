// What runs inside of a page; mostly as text, because the scripts are checked without the types of a browser.

export const fontsAreThere = 'document.fonts.ready.then(() => undefined)'

export const isDrawn = 'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))'

interface Row {
  parentElement: Row | null
  scrollTop: number
  scrollIntoView(options: { block: 'start' }): void
  scrollBy(x: number, y: number): void
  ownerDocument: { activeElement: { blur?(): void } | null }
}

/** To the upper edge, with what was said before it still in sight. The focus goes, as its row would show its buttons. */
export function scrollToUpperEdge(article: Row): void {
  article.scrollIntoView({ block: 'start' })
  let above = article.parentElement
  while (above && above.scrollTop === 0) above = above.parentElement
  above?.scrollBy(0, -112)
  article.ownerDocument.activeElement?.blur?.()
}

/** A twill, as a picture that someone could have taken; its data address. */
export const drawTwill = `(() => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 320
  const pen = canvas.getContext('2d')
  for (let at = 0; at < 400; at++) {
    const [row, column] = [Math.floor(at / 20), at % 20]
    pen.fillStyle = (row + column) % 4 < 2 ? '#2f4b8f' : '#efe6d2'
    pen.fillRect(column * 16, row * 16, 15, 15)
  }
  return canvas.toDataURL('image/png')
})()`

/** Whether two pictures differ by no more than what a browser rounds differently from one time to the next. */
export function looksAlike(one: Buffer, other: Buffer): string {
  return `(async () => {
    const read = async (text) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      pen.drawImage(bitmap, 0, 0)
      return pen.getImageData(0, 0, bitmap.width, bitmap.height).data
    }
    const [a, b] = [await read('${one.toString('base64')}'), await read('${other.toString('base64')}')]
    return a.length === b.length && a.every((value, at) => Math.abs(value - b[at]) <= 24)
  })()`
}
