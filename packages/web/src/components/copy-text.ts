// Copies a text. The clipboard's own interface exists only on https and loopback; elsewhere the text is selected and
// copied the old way. False: the reader has to copy what is now selected.

export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(shown)
  }
}

function copySelection(shown: HTMLElement | null): boolean {
  const selection = window.getSelection()
  if (!shown || !selection) return false
  selection.selectAllChildren(shown)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  }
}
