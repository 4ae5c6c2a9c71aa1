import { createHash } from 'node:crypto'

export interface Statement {
  readonly name?: string
  readonly text: string
}

export interface Statements {
  of(text: string): Statement
  /** Stops naming statements: a pooler in between does not keep track of them. */
  giveUpNames(): void
}

/** Every connection keeps its named statements, and callers' filters can produce any number of different texts. */
const maxNamed = 500

/** Common statements get a name, so that the server plans them once per connection. */
export function createStatements({ named }: { readonly named: boolean }): Statements {
  const known = new Map<string, Statement>()
  let mayName = named
  return {
    of(text) {
      const found = known.get(text)
      if (found) return found
      let count = 0
      const numbered = text.replace(/\?/g, () => `$${++count}`)
      if (known.size >= maxNamed) return { text: numbered }
      const statement = mayName ? { name: nameOf(numbered), text: numbered } : { text: numbered }
      known.set(text, statement)
      return statement
    },
    giveUpNames() {
      mayName = false
      known.clear()
    },
  }
}

/**
 * The same name means the same text in every process and version: behind a pooler, one client's name may reach
 * a connection on which another client has prepared it.
 */
export const nameOf = (text: string): string =>
  `svc_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
