// Moves the time of a process or page, so that the same day stands in every picture; it goes on from there. Given to
// pages as a whole: it may use nothing from outside of itself.

export function shiftClock(byMs: number): void {
  const RealDate = Date
  const now = (): number => RealDate.now() + byMs
  const shifted = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
  globalThis.Date = shifted
}
