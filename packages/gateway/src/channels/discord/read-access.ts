// Where Discord is, and as whom we come, as the configuration has it now.

export interface Access {
  apiUrl: string
  token: string
}

/** An account that has gone has neither. What is sealed was never checked, and a header takes no blanks. */
export function readAccess({ apiUrl, token }: Readonly<Record<string, unknown>>): Access {
  return {
    apiUrl: typeof apiUrl === 'string' && apiUrl !== '' ? withoutVersion(apiUrl) : 'https://discord.com/api',
    token: typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : '',
  }
}

/** The version is ours to say, also where somebody copied it along. */
function withoutVersion(url: string): string {
  return url.replace(/\/+$/, '').replace(/(?<=[^/])\/v\d+$/, '')
}
