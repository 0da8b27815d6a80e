// The loaded rows of the member list, changed in place.

import type { PersonJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { editPages } from '../../api/edit-pages.ts'

export function useMemberCache() {
  const queries = useQueryClient()
  return {
    replace(person: PersonJson) {
      editPages(queries, 'listMembers', (items) =>
        items.map((item) => (item.id === person.id ? person : item)),
      )
    },
    remove(id: string) {
      editPages(queries, 'listMembers', (items) => items.filter((item) => item.id !== id))
    },
  }
}
