// Cuts bytes that arrive in pieces into lines of text. A line that never ends is handed on in parts, so that no file can
// make us keep all of it.

export const linePartCharsMax = 262_144

export interface LineSplitter {
  /** The lines that this completes, with what ends them. */
  push(chunk: Uint8Array): string[]
  /** What is left; a last line without an end, or nothing. */
  end(): string[]
}

/** Bytes that are no UTF-8 become U+FFFD; a mark of the byte order at the beginning is dropped. */
export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder('utf-8')
  let rest = ''

  function take(text: string): string[] {
    const lines: string[] = []
    let from = 0
    const whole = rest + text
    for (let end = whole.indexOf('\n'); end !== -1; end = whole.indexOf('\n', from)) {
      lines.push(whole.slice(from, end + 1))
      from = end + 1
    }
    rest = whole.slice(from)
    if (rest.length >= linePartCharsMax) {
      lines.push(rest)
      rest = ''
    }
    return lines
  }

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end() {
      const lines = take(decoder.decode())
      return rest === '' ? lines : [...lines, rest]
    },
  }
}
