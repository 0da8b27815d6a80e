// How large a picture is shown, from what it says of itself: within its box, never enlarged, so that its place is known
// before it is there and nothing moves when it comes.

export interface ShownSize {
  width: number
  height: number
}

export function chooseShownSize(
  image: { width?: number | undefined; height?: number | undefined },
  box: ShownSize,
): ShownSize {
  const { width, height } = image
  if (!width || !height) return { width: Math.min(box.width, box.height), height: box.height }
  const scale = Math.min(1, box.width / width, box.height / height)
  // Something so thin that nobody could press it keeps a finger's breadth.
  return { width: Math.max(24, Math.round(width * scale)), height: Math.max(24, Math.round(height * scale)) }
}
