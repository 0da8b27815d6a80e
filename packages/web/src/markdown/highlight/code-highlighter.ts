// Colours code by the grammars of editors. Only the worker imports this file: with what it brings it is larger than the
// rest of a session's page.

import {
  codeToTokensBase,
  createShikiPrimitiveAsync,
  type ShikiPrimitive,
  type ThemeRegistration,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { codeLimits } from '../markdown-limits.ts'
import { type CodeLine, type CodeRole, codeRoles } from './code-roles.ts'
import { grammars } from './grammars.ts'
import type { LanguageName } from './languages.ts'

export interface CodeHighlighter {
  highlight(text: string, language: LanguageName): Promise<CodeLine[]>
}

export async function createCodeHighlighter(): Promise<CodeHighlighter> {
  const core = await createShikiPrimitiveAsync({
    themes: [theme],
    langs: [],
    // In JavaScript rather than WebAssembly, which the content security policy would have to allow.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  return {
    async highlight(text, language) {
      if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(await grammars[language]())
      return linesOf(core, text, language)
    },
  }
}

function linesOf(core: ShikiPrimitive, text: string, language: LanguageName): CodeLine[] {
  const lines = codeToTokensBase(core, text, {
    lang: language,
    theme: themeName,
    // A grammar's first line takes long, and stopped early the rest would get the colour of its beginning.
    tokenizeTimeLimit: 10_000,
    tokenizeMaxLineLength: codeLimits.highlightLineCharsMax,
  })
  return lines.map((line) => line.map(({ content, color }) => ({ text: content, role: roleOf(color) })))
}

const themeName = 'roles'
const roles = Object.keys(codeRoles).filter((name): name is CodeRole => name in codeRoles)

/** A theme whose colours are only numbers: each stands for a role. */
const theme: ThemeRegistration = {
  name: themeName,
  type: 'light',
  settings: [
    { settings: { foreground: colourOf(-1), background: colourOf(-1) } },
    ...roles.map((role, index) => ({
      scope: [...codeRoles[role]],
      settings: { foreground: colourOf(index) },
    })),
  ],
}

function colourOf(index: number): string {
  return `#0000${(index + 1).toString(16).padStart(2, '0')}`
}

function roleOf(colour: string | undefined): CodeRole | undefined {
  return colour === undefined ? undefined : roles[Number.parseInt(colour.slice(5), 16) - 1]
}
