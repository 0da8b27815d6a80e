// The browser's timer, with the way to call it off, and its next drawing.

export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function beforeDrawing(run: () => void): void {
  requestAnimationFrame(run)
}
