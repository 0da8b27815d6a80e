// Asks the person at the terminal. Loaded only when there is someone to ask.

import * as clack from '@clack/prompts'
import { cleanText } from './clean-text.ts'
import { Misused } from './explain-failure.ts'

export interface Question {
  text: string
  initial: string
  /** What is wrong with the answer, or undefined. */
  judge?(answer: string): string | undefined
}

export async function askText({ text, initial, judge }: Question): Promise<string> {
  return answered(
    await clack.text({
      message: cleanText(text),
      initialValue: initial,
      validate: (answer) => judge?.(answer ?? ''),
    }),
  )
}

export async function askSecret(text: string): Promise<string> {
  return answered(await clack.password({ message: cleanText(text) }))
}

export async function askYes(text: string): Promise<boolean> {
  return answered(await clack.confirm({ message: cleanText(text), initialValue: false }))
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new Misused('You stopped here. Nothing was changed.')
  return answer as Exclude<T, symbol>
}
