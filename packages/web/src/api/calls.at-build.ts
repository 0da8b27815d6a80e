// How each route is called, and what its answers look like.

import { type ErrorJson, errorShape, type Route, type RouteName, routes } from '@heddle/contract'
import type { Shape } from './outline.ts'

export interface Call extends Pick<Route, 'method' | 'path' | 'makes' | 'versioned'> {
  answer: Shape<unknown>
}

const all: [string, Route][] = Object.entries(routes)

export const calls = Object.fromEntries(
  all.map(([name, { method, path, makes, versioned, answer }]): [string, Call] => [
    name,
    { method, path, answer, ...(makes && { makes }), ...(versioned && { versioned }) },
  ]),
  // Made from the table itself, so it has the table's names.
) as Readonly<Record<RouteName, Call>>

export const refusalAnswer: Shape<ErrorJson> = errorShape
