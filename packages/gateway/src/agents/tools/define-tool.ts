// Makes a tool from the shape of its input: the JSON Schema that a model is shown, what is said about arguments that do
// not fit, and a `run` that gets them typed. What it puts out is made fit for a model here, for all of them alike.

import { z } from 'zod'
import type { CallScope, Tool, ToolArguments, ToolOutcome, ToolPlace, ToolRun } from '../tools.ts'
import { complainOfInput, type InputSchema } from './complain-of-input.ts'
import { fitOutput } from './fit-output.ts'

export interface ToolDefinition<Shape extends z.ZodObject>
  extends Omit<Tool, 'parameters' | 'complainOf' | 'needs' | 'mustAsk' | 'scopeOf' | 'run'> {
  /** A strict object; what its fields are for stands in their `describe`. */
  input: Shape
  needs?(input: z.output<Shape>): readonly string[]
  mustAsk?(input: z.output<Shape>, where: ToolPlace): ReturnType<NonNullable<Tool['mustAsk']>>
  scopeOf?(input: z.output<Shape>): CallScope
  run(input: z.output<Shape>, place: ToolPlace, run: ToolRun): Promise<ToolOutcome>
}

export function defineTool<Shape extends z.ZodObject>(definition: ToolDefinition<Shape>): Tool {
  const { input, needs, mustAsk, scopeOf, run, ...rest } = definition
  // At the first use: a start with tools that nobody calls need not work them out.
  let schema: InputSchema | undefined
  const parameters = () => (schema ??= describeInput(input))

  return {
    ...rest,
    get parameters() {
      return parameters()
    },
    complainOf(args) {
      const parsed = input.safeParse(args)
      return parsed.success ? undefined : complainOfInput(parsed.error.issues, args, parameters())
    },
    ...(needs && { needs: (args: ToolArguments) => needs(input.parse(args)) }),
    ...(mustAsk && { mustAsk: (args: ToolArguments, where: ToolPlace) => mustAsk(input.parse(args), where) }),
    ...(scopeOf && { scopeOf: (args: ToolArguments) => scopeOf(input.parse(args)) }),
    async run(args, place, around) {
      const outcome = await run(input.parse(args), place, around)
      return { ...outcome, output: fitOutput(outcome.output) }
    },
  }
}

function describeInput(input: z.ZodObject): InputSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}
