// Whether Discord could fetch a picture: from a public address, by https.

/** No picture is fine too. */
export function isPublicPicture(url: string | undefined): boolean {
  if (url === undefined) return true
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  const isPrivate =
    /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|0\.0\.0\.0|\[)/.test(
      hostname,
    ) || !hostname.includes('.')
  return protocol === 'https:' && !isPrivate
}
