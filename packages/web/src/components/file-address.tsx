// Where a file is read from. The gallery, which has no server, hands in addresses of its own.

import { apiPrefix } from '@heddle/contract'
import { createContext, use } from 'react'

type FileAddress = (id: string) => string

const FileAddressContext = createContext<FileAddress>((id) => `${apiPrefix}/files/${encodeURIComponent(id)}`)

export const FileAddressProvider = FileAddressContext

export function useFileAddress(): FileAddress {
  return use(FileAddressContext)
}
