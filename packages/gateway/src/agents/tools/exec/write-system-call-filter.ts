// A filter of system calls for the kernel (seccomp), as the bytes that bubblewrap reads. A network namespace does not fence
// every kind of socket: those of virtual machines lead to the host. And io_uring makes sockets that no filter sees.

const architectures: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    socketpair: 53,
    // add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd, io_uring_setup
    denied: [248, 249, 250, 298, 321, 323, 425],
    // The same machine's other calling convention, with the numbers above this.
    numbersBelow: 0x40000000,
  },
  arm64: { audit: 0xc00000b7, socket: 198, socketpair: 199, denied: [217, 218, 219, 241, 280, 282, 425] },
}

interface Architecture {
  audit: number
  socket: number
  socketpair: number
  denied: readonly number[]
  numbersBelow?: number
}

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
const families = [1, 2, 10, 16]

/** Undefined for a machine whose numbers we do not know. */
export function writeSystemCallFilter(machine: string): Uint8Array | undefined {
  const known = architectures[machine]
  return known && assemble(writeProgram(known))
}

type Step =
  | { load: number }
  /** Goes on with the next step unless it names where to. */
  | { test: 'equal' | 'at least'; value: number; yes?: Label; no?: Label }
  | { answer: number; label: Label }
  | { label: Label }
type Label = 'allow' | 'deny' | 'family'

const allow = 0x7fff0000
const denyWithEperm = 0x00050000 | 1
const offsets = { number: 0, architecture: 4, firstArgument: 16 } as const

function writeProgram({ audit, socket, socketpair, denied, numbersBelow }: Architecture): Step[] {
  return [
    { load: offsets.architecture },
    { test: 'equal', value: audit, no: 'deny' },
    { load: offsets.number },
    ...(numbersBelow === undefined ? [] : [{ test: 'at least', value: numbersBelow, yes: 'deny' } as const]),
    ...denied.map((value) => ({ test: 'equal', value, yes: 'deny' }) as const),
    { test: 'equal', value: socket, yes: 'family' },
    { test: 'equal', value: socketpair, yes: 'family', no: 'allow' },
    { label: 'family' },
    { load: offsets.firstArgument },
    ...families.map((value) => ({ test: 'equal', value, yes: 'allow' }) as const),
    { label: 'deny', answer: denyWithEperm },
    { label: 'allow', answer: allow },
  ]
}

const codes = { load: 0x20, equal: 0x15, 'at least': 0x35, answer: 0x06 } as const

function assemble(steps: readonly Step[]): Uint8Array {
  const places = new Map<Label, number>()
  let count = 0
  for (const step of steps) {
    if ('label' in step) places.set(step.label, count)
    if (!('label' in step) || 'answer' in step) count++
  }
  const bytes = new DataView(new ArrayBuffer(count * 8))
  let at = 0
  const write = (code: number, yes: number, no: number, value: number) => {
    bytes.setUint16(at * 8, code, true)
    bytes.setUint8(at * 8 + 2, yes)
    bytes.setUint8(at * 8 + 3, no)
    bytes.setUint32(at * 8 + 4, value, true)
    at++
  }
  const jump = (to: Label | undefined) => (to === undefined ? 0 : (places.get(to) ?? 0) - at - 1)
  for (const step of steps) {
    if ('load' in step) write(codes.load, 0, 0, step.load)
    else if ('test' in step) write(codes[step.test], jump(step.yes), jump(step.no), step.value)
    else if ('answer' in step) write(codes.answer, 0, 0, step.answer)
  }
  return new Uint8Array(bytes.buffer)
}
