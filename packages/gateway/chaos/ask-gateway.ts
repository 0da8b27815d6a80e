// One request to a gateway that may be gone before it has answered.

/** The gateway did not answer to the end: nobody knows what became of the request. */
class Gone extends Error {}

export interface Asking {
  url: string
  /** Of whoever asks. */
  token: string
  /** Answers that nobody should get are put here. */
  wrongAnswers: string[]
}

export interface Answer {
  status: number
  // The edge: JSON of our own API, read by who asked for it.
  body: Record<string, unknown>
}

const answerMsMax = 30_000

export async function askGateway(
  place: Asking,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { status, text } = await send(place, method, path, body, headers)
  // Stopping in good order refuses what comes late.
  if (status === 503) throw new Gone()
  if (!expected.includes(status)) {
    place.wrongAnswers.push(`${method} ${path} was answered with ${status}: ${text}`)
    throw new Gone()
  }
  return { status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
}

/** Says whether it came to its end. */
export async function untilGone(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof Gone)) throw error
    return false
  }
}

async function send(
  { url, token }: Asking,
  method: string,
  path: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>>,
) {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(answerMsMax),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new Error(`${method} ${path} was not answered within ${answerMsMax} ms`, { cause: error })
    }
    throw new Gone()
  }
}
