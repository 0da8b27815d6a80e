// The folder of an agent as its tools see it. Everything in it is named by path, as a list of names below the folder, and
// nothing outside of it can be named; where a link leads out, there is nothing.

export interface WorkspaceFolders {
  /** The folder at an absolute path. Nothing is looked at before something is asked of it. */
  open(root: string): WorkspaceFolder
  /** Makes the folder if it is one that Heddle itself gave to an agent, and is not there yet. Throws FolderTrouble. */
  make(root: string): Promise<void>
}

/** Names from the folder down; none for the folder itself. */
export type FolderPath = readonly string[]

/** All of them throw FolderTrouble for what the world does. */
export interface WorkspaceFolder {
  /** The file is open as long as `read` runs. */
  readFile<T>(path: FolderPath, read: (file: FolderFile) => Promise<T>): Promise<T>
  /**
   * Puts the bytes in the place of what is there, whole or not at all, and makes the folders above if need be. `over` is
   * the version that is to be replaced, null for none: what is there must still be that.
   */
  writeFile(path: FolderPath, bytes: Uint8Array, over: string | null): Promise<void>
  /** In no order. `isWhole` is false when there are more than the limit. */
  listFolder(path: FolderPath): Promise<{ entries: FolderEntry[]; isWhole: boolean }>
}

export interface FolderFile {
  /** How large it was when it was opened; `chunks` brings no more than that. */
  bytes: number
  /** Differs when anything about the file differs. */
  version: string
  chunks(): AsyncIterable<Uint8Array>
}

export interface FolderEntry {
  name: string
  kind: 'file' | 'folder' | 'link' | 'other'
  /** Of files; else 0. */
  bytes: number
}

export type TroubleCode =
  | 'missing'
  | 'outside'
  | 'forbidden'
  | 'not_a_file'
  | 'not_a_folder'
  | 'changed'
  | 'too_large'
  | 'not_allowed'
  | 'disk_full'
  | 'failed'

/** The message is a sentence for the model, which may tell it to people. */
export class FolderTrouble extends Error {
  readonly code: TroubleCode
  constructor(code: TroubleCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FolderTrouble'
    this.code = code
  }
}
