// A tool that does nothing, as the origin of itself.

import { z } from 'zod'
import type { Tool, ToolOrigin } from '../src/agents/tools.ts'
import { defineTool } from '../src/agents/tools/define-tool.ts'

type About = Pick<Tool, 'name'> &
  Partial<Pick<Tool, 'group' | 'policy' | 'isIdempotent' | 'carriesOut' | 'isUntrusted'>>

export function toolOf({ name, ...about }: About): ToolOrigin {
  const tool = defineTool({
    name,
    description: 'For tests.',
    group: 'exec',
    policy: 'allow',
    isIdempotent: false,
    carriesOut: false,
    isUntrusted: false,
    ...about,
    input: z.strictObject({}),
    run: async () => ({ output: `${name} is done`, isError: false }),
  })
  return { tools: async () => [tool] }
}
