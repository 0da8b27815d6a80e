// The buttons of a message, as people see them.

import { ComponentType } from 'discord-api-types/v10'

export interface ShownButton {
  id: number
  customId: string
  label: string
  style: number
  isDisabled: boolean
  /** Of a button that is a link and tells nobody. */
  url?: string
}

/** In the order in which they are seen, however deep they stand. */
export function buttonsOf(components: readonly object[]): ShownButton[] {
  const found: Omit<ShownButton, 'id'>[] = []
  const walk = (component: unknown): void => {
    if (typeof component !== 'object' || component === null) return
    const {
      type,
      components: below,
      custom_id,
      label,
      style,
      disabled,
      url,
    } = component as Record<string, unknown>
    if (Array.isArray(below)) below.forEach(walk)
    if (type !== ComponentType.Button) return
    found.push({
      customId: typeof custom_id === 'string' ? custom_id : '',
      label: typeof label === 'string' ? label : '',
      style: typeof style === 'number' ? style : 2,
      isDisabled: disabled === true,
      ...(typeof url === 'string' && { url }),
    })
  }
  components.forEach(walk)
  return found.map((button, i) => ({ ...button, id: i + 1 }))
}
