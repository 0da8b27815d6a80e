// The time zones this browser knows, with their distance from UTC at a given moment.

export interface TimeZoneOption {
  id: string
  /** "Europe/Berlin" as people read it. */
  name: string
  offset: string
}

/** The chosen zone is always among them, also when this browser would not list it. */
export function timeZoneOptions(chosen: string | null, at: number): TimeZoneOption[] {
  const zones = new Set(Intl.supportedValuesOf('timeZone'))
  zones.add('UTC')
  if (chosen !== null) zones.add(chosen)
  return [...zones].sort().map((id) => ({ id, name: id.replaceAll('_', ' '), offset: offsetOf(id, at) }))
}

function offsetOf(zone: string, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts(at)
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
