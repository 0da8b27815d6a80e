// Kysely as a compiler: it checks the query's types and writes its SQL; our own connection runs it. A query on a hot
// path is compiled once, with named places for its values.

import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type LimitNode,
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
      createQueryCompiler: () => new Compiler(),
    },
  })
}

/**
 * SQLite plans by the very value of a bare `limit ?`, so that giving it a value, even the same one, makes it plan the
 * statement anew each time. A sum it does not look into.
 */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a query at its first use and never again; the values named by `place('…')` are filled in each time. Not
 * when the module loads: a start would pay for every query that it does not make.
 */
export function compileOnce<Values extends object, Row>(
  build: (place: <K extends keyof Values & string>(name: K) => Values[K]) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
  let template: Template<Row> | undefined

  return (values) => {
    template ??= compileTemplate(build)
    const { compiled, names } = template
    const parameters = names.map((name, i) =>
      name === undefined ? compiled.parameters[i] : (values as Record<string, unknown>)[name],
    )
    const filled = { ...compiled, parameters } as CompiledQuery<Row>
    return { compile: () => filled }
  }
}

interface Template<Row> {
  compiled: CompiledQuery<Row>
  /** By parameter: the name of the value that goes there, or undefined for a constant. */
  names: (string | undefined)[]
}

function compileTemplate<Values extends object, Row>(
  build: (place: <K extends keyof Values & string>(name: K) => Values[K]) => Compilable<Row>,
): Template<Row> {
  // The cast is the trick: Kysely only ever puts the value into the parameter list, where it is found again.
  const compiled = build((name) => new Place(name) as never).compile()
  const names = compiled.parameters.map((parameter) =>
    parameter instanceof Place ? parameter.name : undefined,
  )
  return { compiled, names }
}
