// Kysely as a compiler: it checks the query's types and writes its SQL; our own connection runs it. A query on a hot
// path is compiled once, with named places for its values.

import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** A builder for the tables of one room. It holds no connection, so it can be made anywhere, once. */
export function queriesOver<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Compiles a query once; the values named by `place('…')` are filled in at each use. */
export function compileOnce<Values extends object, Row>(
  build: (place: <K extends keyof Values & string>(name: K) => Values[K]) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  // The cast is the trick: Kysely only ever puts the value into the parameter list, where it is found again below.
  const compiled = build((name) => new Place(name) as never).compile()
  const names = compiled.parameters.map((parameter) =>
    parameter instanceof Place ? parameter.name : undefined,
  )

  return (values) => {
    const parameters = names.map((name, i) =>
      name === undefined ? compiled.parameters[i] : (values as Record<string, unknown>)[name],
    )
    const filled = { ...compiled, parameters } as CompiledQuery<Row>
    return { compile: () => filled }
  }
}
