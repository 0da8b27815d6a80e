// Which port the gateway will listen on, read from the same places in the same order as `heddle start` reads them, so
// that the development server can stand in front of it. Port 0 would leave that open and is refused.

export function choosePort(flags: readonly string[], fromEnvironment: string | undefined): number {
  const text = flagValue(flags) ?? fromEnvironment ?? '7420'
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`--port: "${text}" is not a port from 1 to 65535`)
  }
  return port
}

function flagValue(flags: readonly string[]): string | undefined {
  const at = flags.findIndex((flag) => flag === '--port' || flag.startsWith('--port='))
  if (at === -1) return undefined
  return flags[at] === '--port' ? (flags[at + 1] ?? '') : flags[at]?.slice('--port='.length)
}
