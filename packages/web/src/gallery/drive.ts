// Presses and types the way a person would, so that a fixture's state is one that can really come about.

export interface Driver {
  press(name: string): Promise<void>
  /** Presses what stands under a label: a select, or one of several choices. */
  pressIn(label: string): Promise<void>
  type(label: string, text: string): Promise<void>
}

const patienceMs = 3_000

export function createDriver(document: Document): Driver {
  return {
    async press(name) {
      await pressOn(await find(() => byName(document, name)))
    },
    async pressIn(label) {
      await pressOn(await find(() => underLabel(document, label)))
    },
    async type(label, text) {
      const input = await find(() => inputByLabel(document, label))
      input.focus()
      // React listens to the property's own setter, so the change has to go past it.
      const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await settle()
    },
  }
}

async function pressOn(target: HTMLElement): Promise<void> {
  target.focus()
  target.click()
  await settle()
}

function underLabel(document: Document, label: string): HTMLElement | undefined {
  const choice = [...document.querySelectorAll('label')].find((element) =>
    element.textContent?.startsWith(label),
  )
  if (choice) return choice
  const named = [...document.querySelectorAll('[id]')].find(
    (element) => element.textContent?.trim() === label,
  )
  return (
    document.querySelector<HTMLElement>(`button[aria-labelledby~="${CSS.escape(named?.id ?? '')}"]`) ??
    undefined
  )
}

function byName(document: Document, name: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>('button, [role^="menuitem"], [role="option"], a')
  return [...all].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent)?.trim() === name,
  )
}

function inputByLabel(document: Document, label: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const inputs = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...inputs].find(
    (input) =>
      input.getAttribute('aria-label') === label ||
      [...(input.labels ?? [])].some((l) => l.textContent === label),
  )
}

async function find<T>(look: () => T | undefined): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error('the fixture looks for something that does not come')
    await settle()
  }
}

/** Two frames: one for React to draw, one for what it moved. */
export function settle(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
