// Joining an account elsewhere with a member here: without a code one is shown, to be said on the other side (PPL4).

import { limits } from '@heddle/contract'
import type { Actor } from '../../people/people.ts'
import { isReadByOthers } from '../bindings/choose-focus-place.ts'
import type { Answered, Command } from './command-call.ts'

const notHere =
  'A code is shown to you alone: write /link to me directly, or in Heddle in the browser, and say here what you are shown there.'

export const linkAccount: Command = async (call) => (call.argument === '' ? offerCode(call) : useCode(call))

const offerCode: Command = async ({ deps, t, actor, kind }) => {
  // Whoever else reads it could say it first, and would be taken for them.
  if (isReadByOthers(kind)) return { answer: { ok: false, text: notHere } }
  const { code } = await deps.people.offerLink(t, actor)
  const minutes = limits.linkCodeMs / 60_000
  const where = isSignedIn(actor)
    ? `Write this to Heddle on the channel whose account is yours: /link ${code}`
    : `Sign in to Heddle in the browser and write there: /link ${code}`
  return {
    answer: { ok: true, text: `${where}\nIt works once, for ${minutes} minutes. Show it to nobody.` },
    // The code is for whoever asked, and no timeline and no record keeps it.
    kept: { ok: true, text: 'A code for linking an account was shown.' },
  }
}

const useCode: Command = async ({ deps, t, actor, argument }): Promise<Answered> => {
  const linked = await deps.people.useCode(t, actor, argument)
  if (linked === undefined) {
    t.afterCommit(() => deps.people.countWrongCode(actor))
    const text = 'This code was used, has expired or never was. /link shows a new one.'
    return { answer: { ok: false, text } }
  }
  const { link, person } = linked
  const text = `Linked: ${link.name} on ${link.channel} is ${person.name} (@${person.handle}) here. What was said under it is theirs too.`
  const { id: linkId, channel, platformId } = link
  return { answer: { ok: true, text, data: { linkId, channel, platformId } } }
}

function isSignedIn(actor: Actor): boolean {
  return actor.kind === 'person' && actor.credential.kind !== 'channel'
}
