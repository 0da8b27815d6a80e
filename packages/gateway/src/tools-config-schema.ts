// The sections `tools`, `approvals` and `budgets` of heddle.json5.

import { isIP } from 'node:net'
import { limits, toolPolicies } from '@heddle/contract'
import { z } from 'zod'
import { sandboxChoices } from './agents/tools-config.ts'
import { isLinkLocal } from './foundation/egress/judge-url.ts'
import { approvalDeciders } from './sessions/work-rules.ts'

export const toolPolicySchema = z.enum(toolPolicies)

const toolName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_.:-]+$/, 'must be the name of a tool, of a group, or "mcp:<server>"')

export const toolPoliciesSchema = z.record(toolName, toolPolicySchema)

/** Of one agent. */
export const agentToolsSchema = z.strictObject({
  allow: z.array(toolName).max(500).describe('The only tools that it has. Default: all.').optional(),
  deny: z.array(toolName).max(500).describe('Tools that it does not have, whatever else is said.').optional(),
  policy: toolPoliciesSchema.describe('allow, ask or deny, instead of tools.policy.').optional(),
})

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable, such as "CI"')
const seconds = (max: number) => z.number().positive().max(max)

const serverSchema = z
  .strictObject({
    command: z
      .string()
      .min(1)
      .max(4_096)
      .describe('The program, which speaks on its input and output.')
      .optional(),
    args: z.array(z.string().max(16_384)).max(200).describe('Its arguments.').optional(),
    env: z
      .record(variableName, z.string().max(32_768))
      .describe('Its environment, besides PATH, HOME and the like.')
      .optional(),
    cwd: z
      .string()
      .min(1)
      .max(4_096)
      .describe('Where it runs. A relative path begins at the folder of this file.')
      .optional(),
    url: z
      .string()
      .max(limits.urlCharsMax)
      .refine(isWebAddress, 'must be a web address, such as "http://127.0.0.1:3001/mcp"')
      .describe('Or its address, over HTTP.')
      .optional(),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as "Authorization"'),
        z.string().max(8_192),
      )
      .describe('Sent with each request.')
      .optional(),
    agents: z
      .array(z.string().max(64))
      .max(200)
      .describe('Which agents have its tools. Default: all.')
      .optional(),
    tools: z.array(z.string().max(256)).max(500).describe('Which of its tools. Default: all.').optional(),
    timeoutSeconds: seconds(limits.toolTimeMsMax / 1_000)
      .describe('For one call. Default: 120.')
      .optional(),
  })
  .superRefine((server, check) => {
    const { command, url, args, env, cwd, headers } = server
    if ((command === undefined) === (url === undefined)) {
      const message =
        command === undefined ? 'is missing; say it, or a url' : 'stands beside a url; say one of them'
      check.addIssue({ code: 'custom', path: ['command'], message })
      return
    }
    if (command !== undefined && args === undefined && / -/.test(command)) {
      const message = 'is a program alone; what comes after its name belongs into args'
      check.addIssue({ code: 'custom', path: ['command'], message })
    }
    const foreign = command === undefined ? { args, env, cwd } : { headers }
    for (const [key, value] of Object.entries(foreign)) {
      if (value === undefined) continue
      const message = `has no meaning beside ${command === undefined ? 'url' : 'command'}`
      check.addIssue({ code: 'custom', path: [key], message })
    }
  })

const hostSchema = z.string().superRefine((text, check) => {
  if (isLinkLocal(text)) check.addIssue('is link-local, and such addresses are never reached')
  else if (!isHost(text)) {
    check.addIssue('must be a whole host name or an address, without port or path, such as "wiki.internal"')
  }
})

export const subagentToolsSchema = z.strictObject({
  tools: z
    .strictObject({
      allow: z
        .array(toolName)
        .max(500)
        .describe('The only tools that sub-agents have. Default: all.')
        .optional(),
      deny: z
        .array(toolName)
        .max(500)
        .describe('Tools that no sub-agent has, whatever else is said.')
        .optional(),
    })
    .optional(),
})

export const toolsSchema = z.strictObject({
  policy: toolPoliciesSchema
    .describe('allow, ask or deny, by the name of a tool, or "mcp:<server>" for all of a server.')
    .optional(),
  exec: z
    .strictObject({
      sandbox: z
        .enum(sandboxChoices)
        .describe(
          'Where commands run. "auto": the first that works of bubblewrap, sandbox-runtime, approval for each call; ' +
            'off on Windows. Default: "auto".',
        )
        .optional(),
      env: z
        .array(variableName)
        .max(100)
        .describe("Variables of Heddle's own environment that commands see.")
        .optional(),
      timeoutSeconds: seconds(limits.execTimeoutMsMax / 1_000)
        .describe('Default: 120.')
        .optional(),
    })
    .optional(),
  fetch: z
    .strictObject({
      allowHosts: z
        .array(hostSchema)
        .max(100)
        .describe(
          'Hosts that fetch_url may reach although their address is not public, as "wiki.internal" or "10.0.0.7".',
        )
        .optional(),
    })
    .optional(),
  mcp: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must begin with a letter and hold only a-z, 0-9 and "-"'),
      serverSchema,
    )
    .refine(
      (servers) => Object.keys(servers).length <= limits.mcpServersMax,
      `has more than ${limits.mcpServersMax} servers`,
    )
    .describe('MCP servers, by a name of your choice.')
    .optional(),
  subagents: subagentToolsSchema.optional(),
})

export const approvalsSchema = z.strictObject({
  by: z
    .enum(approvalDeciders)
    .describe(
      'Who may decide: everyone who takes part and is a member, whoever set it off, or admins. Default: "participants".',
    )
    .optional(),
})

const budgetSchema = z.strictObject({
  money: z.number().positive().max(1_000_000_000).describe('In the currency of your prices.').optional(),
  tokens: z.int().positive().max(1_000_000_000_000).describe('Read and written, together.').optional(),
})

export const budgetsSchema = z.strictObject({
  run: budgetSchema.describe('For one turn, or one run of a sub-agent.').optional(),
  tree: budgetSchema.describe('For a session with everything below it, as long as it lives.').optional(),
  member: budgetSchema.describe('For what one member sets off in a day.').optional(),
  day: budgetSchema.describe('For everyone together in a day.').optional(),
})

function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  return text.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
