import type { Kinds } from '@svc/model'
import type { PersonKey } from './company/people.ts'

export type KindName = keyof Kinds

/** A placeholder for the id of another record of the demo until it is known. */
export class Ref {
  readonly kind: KindName
  readonly key: string

  constructor(kind: KindName, key: string) {
    this.kind = kind
    this.key = key
  }
}

/** The same fields with each reference replaced, at any depth. */
export function withRefs(fields: Step['fields'], put: (ref: Ref) => unknown): Step['fields'] {
  const within = (value: unknown): unknown => {
    if (value instanceof Ref) return put(value)
    if (Array.isArray(value)) return value.map(within)
    return typeof value === 'object' && value !== null ? withRefs(value as Step['fields'], put) : value
  }
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, within(value)]))
}

/**
 * One write of the company's history. `create` and `update` go through the rules as a caller's request
 * would; `insert` writes what callers cannot, such as a deployment; `derive` sets what background work
 * finds out, such as who is on call.
 */
export interface Step {
  readonly at: Date
  /** Who did it; nobody for what automation reports. */
  readonly by: PersonKey | null
  readonly verb: 'create' | 'update' | 'insert' | 'derive'
  readonly kind: KindName
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Of a new API: the specification that is kept beside it. */
  readonly spec?: string | null
}

/**
 * There are thousands of measurements, which leave no trace in the log; each series is generated only when
 * its turn comes.
 */
export interface Series {
  readonly kind: KindName
  /** Fields that all its rows share. */
  readonly shared: Step['fields']
  /** How many rows and steps there will be. */
  readonly size: number
  draw(): Drawn
}

export interface Drawn {
  /** Oldest first. */
  readonly rows: readonly Row[]
  /** What follows from the rows. */
  readonly steps: readonly Step[]
}

export interface Row {
  readonly at: Date
  readonly fields: Step['fields']
}
