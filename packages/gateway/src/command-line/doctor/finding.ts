// What one check found, and what to do about it.

export interface Finding {
  what: string
  state: 'ok' | 'warn' | 'fail'
  text: string
  todo?: string
}

export function ok(what: string, text: string): Finding {
  return { what, state: 'ok', text }
}

export function warn(what: string, text: string, todo: string): Finding {
  return { what, state: 'warn', text, todo }
}

export function fail(what: string, text: string, todo: string): Finding {
  return { what, state: 'fail', text, todo }
}
