// What a handler is given and what it gives back, derived from the contract's table of routes: a handler without a
// route, and so without an action, cannot be written down.

import type { RouteName, routes } from '@heddle/contract'
import type { z } from 'zod'
import type { Reader, Tx } from '../../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../../../people/people.ts'
import type { FileRange, StagedFile, StoredFile } from '../../../sessions/sessions.ts'

type Routes = typeof routes
export type WebActor = PersonActor | Extract<Actor, { kind: 'anonymous' }>

/** The actions that nobody needs to be signed in for. */
export const publicActions = ['public.read', 'sign_in.create', 'join.accept'] as const
export type PublicAction = (typeof publicActions)[number]

export type ActorOf<N extends RouteName> = Routes[N]['action'] extends PublicAction ? WebActor : PersonActor
export type BodyOf<N extends RouteName> = Routes[N] extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : Routes[N] extends { carries: 'bytes'; method: 'POST' }
    ? StagedFile
    : undefined
export type QueryOf<N extends RouteName> = Routes[N] extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : object
export type AnswerBody<N extends RouteName> = Routes[N] extends { carries: 'bytes'; method: 'GET' }
  ? FileAnswer
  : z.output<Routes[N]['answer']>

/** An answer that is a file: its bytes are asked for only when they are really sent. */
export interface FileAnswer {
  file: StoredFile
  open(range?: FileRange): Promise<AsyncIterable<Uint8Array>>
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
export type PathOf<N extends RouteName> = Readonly<Record<NamesIn<Routes[N]['path']>, string>>

export interface Answer<Body> {
  body: Body
  /** Nothing was made: the same had been before. The route says with which status that is told. */
  isRepeat?: true
  /** Puts a new sign-in into the browser, or takes the present one out of it. */
  signIn?: { secret: string; expiresAt: number } | 'ended'
}

/**
 * Runs one transaction. On a route that makes something it gives the whole answer, because a repeated request is
 * answered with it again and it must be on record together with the thing.
 */
export type Commit<N extends RouteName> = Routes[N] extends { makes: true }
  ? (fn: (t: Tx) => Promise<Answer<AnswerBody<N>>>) => Promise<Answer<AnswerBody<N>>>
  : <T>(fn: (t: Tx) => Promise<T>) => Promise<T>

export interface Call<N extends RouteName> {
  actor: ActorOf<N>
  path: PathOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  /** The version that If-Match names. */
  ifMatch: number | undefined
  address: string
  /** How the client calls itself. */
  device: string
  /** Scheme, name and port under which the client reached us. */
  askedAt: string
  commit: Commit<N>
  read<T>(fn: (r: Reader) => Promise<T>): Promise<T>
  /** Milliseconds since 1970. */
  now: number
}

export type Handler<N extends RouteName> = (call: Call<N>) => Promise<Answer<AnswerBody<N>>>
export type Register = <N extends RouteName>(name: N, handler: Handler<N>) => void

/** For a route with a `repeatStatus`. */
export function repeated<Body>(body: Body): Answer<Body> {
  return { body, isRepeat: true }
}

export function answer<Body>(body: Body, signIn?: Answer<Body>['signIn']): Answer<Body> {
  return signIn === undefined ? { body } : { body, signIn }
}
