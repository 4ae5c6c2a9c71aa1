import type { Diagnostic, Path } from '../protocol/diagnostic.ts'
import type { Schema } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'

/** One object, and private bytes that the host stores next to its state. */
export interface Outcome {
  /** The current object; null if there is none. All of it is known. */
  readonly state: ObjectValue | null
  readonly private?: Uint8Array
  readonly diagnostics?: readonly Diagnostic[]
}

export interface Change {
  /** The prior object; null if it is to be created. */
  readonly prior: ObjectValue | null
  /** As the configuration has it, unset attributes null. */
  readonly config: ObjectValue
  /** The planned object; `unknown` where the provider will decide. */
  readonly planned: ObjectValue
}

export interface Adjustment {
  /** Unknowns may become known; nothing else may differ from what was planned. */
  readonly planned?: ObjectValue
  readonly replaces?: readonly Path[]
  readonly diagnostics?: readonly Diagnostic[]
}

type Private = Uint8Array | undefined

/** One type of object. It deals with plain values only: no wire format, and no planning except its own. */
export interface Resource {
  readonly schema: Schema
  /** Validates a configuration, parts of which may be unknown. */
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  /** After the general rules have been applied. Called several times for one change: must always return the same. */
  adjustPlan?(change: Change): Adjustment
  create(change: Change, previous: Private): Promise<Outcome>
  update(change: Change & { readonly prior: ObjectValue }, previous: Private): Promise<Outcome>
  /** A null state means that the object no longer exists. */
  read(state: ObjectValue, previous: Private): Promise<Outcome>
  /** Also succeeds if the object was already gone. */
  delete(prior: ObjectValue, previous: Private): Promise<readonly Diagnostic[]>
  /** Finds an object by the id that the user gave; a null state without diagnostics means that there is none. */
  import(id: string): Promise<Outcome>
  /** Upgrades a stored state of an older version. */
  upgrade?(stored: ObjectValue, version: number): ObjectValue
  /** Called for every object in the stored state, before any other call about it. */
  seen?(state: ObjectValue): void
}

export interface DataSource {
  readonly schema: Schema
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  read(config: ObjectValue): Promise<Outcome>
}

/** A whole provider, as the calls of the protocol see it. */
export interface Provider {
  readonly schema: Schema
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  /** Called before any call about an object; parts of the configuration may be unknown while planning. */
  configure(config: ObjectValue, host: { readonly version: string }): Promise<readonly Diagnostic[]>
  readonly resources: Readonly<Record<string, Resource>>
  readonly dataSources: Readonly<Record<string, DataSource>>
  /** The user wants to stop: no more waits and retries, but running requests may finish. */
  stop(): void
  /** The host has received every answer and shuts this process down. */
  close?(): Promise<void>
}
