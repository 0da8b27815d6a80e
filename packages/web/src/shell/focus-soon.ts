// Moves the focus to what is about to be there: a row that is drawn a few frames after it was scrolled to, or a part of
// the page that comes into sight. Tries for some frames, then leaves the focus where it is.

export function focusSoon(find: () => HTMLElement | null | undefined, framesLeft = 12): void {
  const place = find()
  place?.focus({ preventScroll: true })
  if (place && document.activeElement === place) return
  if (framesLeft > 0) requestAnimationFrame(() => focusSoon(find, framesLeft - 1))
}
