// What a call takes and gives, derived from the contract's table of routes: nothing here is written twice.

import type { RouteName, routes } from '@heddle/contract'
import type { z } from 'zod'

type Routes = typeof routes

export type AnswerOf<N extends RouteName> = z.output<Routes[N]['answer']>
export type BodyOf<N extends RouteName> = Routes[N] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : never
export type QueryOf<N extends RouteName> = Routes[N] extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : never

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type BodyPart<N extends RouteName> = [BodyOf<N>] extends [never] ? object : { body: BodyOf<N> }
type QueryPart<N extends RouteName> = [QueryOf<N>] extends [never] ? object : { query?: QueryOf<N> }
type PathPart<N extends RouteName> = [NamesIn<Routes[N]['path']>] extends [never]
  ? object
  : { path: Record<NamesIn<Routes[N]['path']>, string> }
/** The version that was read, so that nobody's change is overwritten unseen. `any`: whatever it is by then. */
type VersionPart<N extends RouteName> = Routes[N] extends { versioned: true }
  ? { version: number | 'any' }
  : object
/** One key per thing to be made: repeating a submit with the same key makes nothing twice. */
type KeyPart<N extends RouteName> = Routes[N] extends { makes: true } ? { key: string } : object

/** What the caller says about one call; the key of a `makes` route is added by whoever submits. */
export type CallInput<N extends RouteName> = BodyPart<N> & QueryPart<N> & PathPart<N> & VersionPart<N>
export type CallOptions<N extends RouteName> = CallInput<N> & KeyPart<N> & { signal?: AbortSignal }

/** Every option that any route can take, as the request builder sees it. */
export interface LooseOptions {
  body?: unknown
  query?: Readonly<Record<string, unknown>>
  path?: Readonly<Record<string, string>>
  version?: number | 'any'
  key?: string
  signal?: AbortSignal
}

/** Routes whose answer is a page of a longer list. */
export type ListRoute = {
  [N in RouteName]: AnswerOf<N> extends { items: unknown[]; next?: string | undefined }
    ? QueryOf<N> extends { cursor?: string | undefined }
      ? N
      : never
    : never
}[RouteName]

export type ItemOf<N extends ListRoute> = AnswerOf<N> extends { items: (infer I)[] } ? I : never
