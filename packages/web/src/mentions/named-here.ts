// How those whom a text of the timeline mentions are set apart, for its rows. What finds them comes when the page rests, and
// until then, and where nobody can be mentioned, a text is shown as it is.

import { createContext, use } from 'react'

export type MarkText = (text: string) => string

export interface Marks {
  /** In what a person says: members and agents. */
  person: MarkText
  /** In what an agent says: members alone, for it calls no other agent by that. */
  agent: MarkText
}

const MarksContext = createContext<Partial<Marks>>({})

export const MarksProvider = MarksContext

export function useMark(by: keyof Marks): MarkText | undefined {
  return use(MarksContext)[by]
}
