// A rule that did not hold. The first one of a run counts; what follows it is usually only its consequence.

export class Breach extends Error {
  readonly rule: string
  constructor(rule: string, message: string) {
    super(`[${rule}] ${message}`)
    this.name = 'Breach'
    this.rule = rule
  }
}

export interface Breaches {
  readonly first: Breach | undefined
  /** Also from inside the code under test, which may swallow what is thrown at it. */
  report(rule: string, message: string): void
  /** Runs a check that throws a Breach; any other error is one as well. */
  during(rule: string, check: () => void): void
}

export function createBreaches(): Breaches {
  let first: Breach | undefined

  return {
    get first() {
      return first
    },
    report(rule, message) {
      first ??= new Breach(rule, message)
    },
    during(rule, check) {
      try {
        check()
      } catch (error) {
        first ??= error instanceof Breach ? error : new Breach(rule, String(error))
      }
    },
  }
}
