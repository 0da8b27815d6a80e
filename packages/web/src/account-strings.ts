// The words of one's own account, of handles and passwords, and of how pages look. A part of the catalogue that comes with
// the pages that ask for them.

import { plural } from './shown-of.ts'

export const accountStrings = {
  handle: {
    missing: 'Choose a handle.',
    hint: 'How others mention you. Letters, digits, “.”, “_” and “-”.',
    preview: (handle: string) => `Others will write @${handle}.`,
    taken: (handle: string) => `@${handle} is taken. Choose another one.`,
    takenShort: 'This handle is taken. Choose another one.',
    problem: (reason: string) => {
      if (reason.startsWith('"')) return `${reason}.`
      return reason.startsWith('is ') ? `This handle ${reason}.` : `A handle ${reason}.`
    },
  },
  password: {
    missing: 'Choose a password.',
    tooShort: (min: number) => `A password has at least ${min} characters.`,
    rule: (min: number) => `At least ${min} characters. A few words you can remember are best.`,
    more: (count: number) => `${count} more ${plural(count, 'character', 'characters')}.`,
    enough: 'Long enough.',
  },
  you: {
    about: 'How others see and mention you.',
    formLabel: 'Your account',
    saved: 'Your account was saved.',
    handleHint: 'Who mentions your old handle will not reach you.',
    timeZone: {
      label: 'Time zone',
      hint: 'Times on every page are written in it.',
      find: 'Find a city or a region',
      none: 'No time zone has this in its name.',
      browser: (zone: string) => `As in this browser (${zone.replaceAll('_', ' ')})`,
    },
    passwordTitle: 'Password',
    passwordAbout: 'A new password ends all your other sign-ins.',
    current: 'Current password',
    currentMissing: 'Type your current password.',
    next: 'New password',
    changePassword: 'Change password',
    passwordSaved: 'Your password was changed. Your other sign-ins have ended.',
  },
  appearance: {
    about: 'For you, on every device.',
    saved: 'Saved.',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    density: 'Density',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    densityHint: 'Compact fits more rows on a page.',
  },
}
