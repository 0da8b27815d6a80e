// Where to go after sign-in: back to where one wanted to go, but never off this site and never round in a circle.

export function chooseReturnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('to')
  if (wanted === null || !isOwnPath(wanted)) return '/'
  return wanted
}

export function signInPath(here: string): string {
  return here === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(here)}`
}

function isOwnPath(path: string): boolean {
  // A browser reads "//host" and "/\host" as another site, and drops tabs and line breaks before it reads.
  if (!path.startsWith('/') || /^\/[/\\]/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false
  return !/^\/(?:sign-in|join)(?:[/?#]|$)/.test(path)
}
