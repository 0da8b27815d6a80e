// Which row the focus goes to when the one that had it may be gone: itself, then those after it, then those before. Pure.

export function chooseRows(order: readonly string[], id: string): string[] {
  const at = order.indexOf(id)
  if (at === -1) return [id]
  return [...order.slice(at), ...order.slice(0, at).toReversed()]
}
