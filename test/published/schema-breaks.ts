import { type Breaks, type Rule, rules } from './schema-rules.ts'

/** The part of a JSON Schema that is compared. */
export interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly if?: Schema
}

export interface Versions<T> {
  readonly before: T
  readonly after: T
}

/** Sent by clients, so nothing that was accepted may be rejected; or read by them, so nothing may be missing. */
export type Way = 'sent' | 'read'

/** Sentences about how a schema breaks clients of the previous version. */
export type FindBreaks = (schemas: Versions<Schema>, way: Way, at: string) => Breaks

/** `resolve` finds what a reference means in the document of each version. */
export function schemaBreaks(resolve: Versions<(ref: string) => Schema>): FindBreaks {
  const known = new Map<string, Breaks>()

  const compare: FindBreaks = ({ before, after }, way, at) => {
    if (before.$ref || after.$ref) return compareNamed({ before, after }, way, at)
    return rules[way].flatMap((rule: Rule) =>
      rule({ before, after }, at, (schemas, place) => compare(schemas, way, place)),
    )
  }

  const compareNamed: FindBreaks = ({ before, after }, way, at) => {
    const pair = `${way} ${before.$ref ?? at} ${after.$ref ?? at}`
    const found = known.get(pair)
    if (found) return found
    // A recursive schema is compared where it started.
    known.set(pair, [])
    const resolved = {
      before: before.$ref ? resolve.before(before.$ref) : before,
      after: after.$ref ? resolve.after(after.$ref) : after,
    }
    const breaks = compare(resolved, way, before.$ref?.split('/').at(-1) ?? at)
    known.set(pair, breaks)
    return breaks
  }
  return compare
}
