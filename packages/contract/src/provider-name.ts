// What a provider of models may be called.

export const providerNamePattern = /^[a-z][a-z0-9-]*$/
export const providerNameCharsMax = 40

export function isProviderName(text: string): boolean {
  return text.length <= providerNameCharsMax && providerNamePattern.test(text)
}
