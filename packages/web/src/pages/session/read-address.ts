// A part of the address as it was meant. One that was typed by hand may hold a percent sign that stands for itself.

export function readAddress(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
