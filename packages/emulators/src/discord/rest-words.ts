// A request to Discord's REST, and what comes back, without a socket.

export interface UploadedFile {
  /** `files[0]`. */
  field: string
  name: string
  mediaType?: string
  content: Uint8Array
}

export interface DiscordRequest {
  method: string
  /** Without `/api/v10`, and without what follows a question mark. */
  path: string
  query: Readonly<Record<string, string>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** What the JSON said, of a form its `payload_json`; undefined: there was none. */
  body?: unknown
  files?: readonly UploadedFile[]
  /** The body could not be read. */
  isMalformed?: boolean
  /** All of it, as it came. */
  bytes?: number
}

/** What comes back, if anything does. */
export type DiscordReply =
  | DiscordAnswer
  /** The connection breaks: `isMidway` in the middle of the answer, else before a byte of it. */
  | { kind: 'dropped'; isMidway: boolean }
  /** The other side gave up waiting. */
  | { kind: 'left' }

export interface DiscordAnswer {
  kind: 'answer'
  status: number
  headers: Readonly<Record<string, string>>
  /** A JSON value; a text where the headers say that it is none (HTML); undefined: no body. */
  body?: unknown
}
