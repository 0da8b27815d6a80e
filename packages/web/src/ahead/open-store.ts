// What this browser keeps. Reading the store itself throws where the browser forbids it.

export function openStore(read: () => Storage): Storage | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
