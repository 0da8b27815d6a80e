// Folders in which commands run, as a port: by their real paths, because a link may lead anywhere.

export interface WorkFolders {
  /** Throws `FolderUnusable` for what is not a folder inside of the workspace. */
  find(workspace: string, cwd: string | undefined): Promise<WorkFolder>
}

export interface WorkFolder {
  workspace: string
  cwd: string
}

/** The message is one sentence for the model that named it. */
export class FolderUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FolderUnusable'
  }
}
