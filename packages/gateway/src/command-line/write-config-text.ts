// The text of a new configuration file. What differs from the default is set; the rest stands there as a comment.

export interface ConfigAnswers {
  port: number
  publicUrl: string
  teamName: string
}

export function writeConfigText({ port, publicUrl, teamName }: ConfigAnswers): string {
  return `// The configuration of Heddle. JSON5: comments and trailing commas are fine, and "\${NAME}" takes a value from the
// environment. Check it with "heddle config check"; a running Heddle reads it again on SIGHUP.
// What is set here is read-only in the web; what is left out can be set there.
{
  team: {
    // The name of this place, shown in the header and on invite pages.
    ${set('name', teamName, teamName !== 'Heddle')}
  },
  server: {
    // The address to listen on. "0.0.0.0" listens on all of them.
    // host: "127.0.0.1",

    // The port to listen on; 0 picks a free one. The next start uses it.
    port: ${port},

    // The address people use in their browser; links are made with it.
    ${set('publicUrl', publicUrl === '' ? 'https://heddle.example.org' : publicUrl, publicUrl !== '')}

    // Proxies in front, whose X-Forwarded-For is believed.
    // trustedProxies: ["127.0.0.1"],
  },
  log: {
    // debug, info, warn or error.
    // level: "info",
  },
  // Also models, agents, tools, approvals and budgets: docs/guides/configuration.md shows all of it, and "heddle config
  // schema" prints it for your editor.
}
`
}

function set(key: string, value: string, isSet: boolean): string {
  return `${isSet ? '' : '// '}${key}: ${JSON.stringify(value)},`
}
