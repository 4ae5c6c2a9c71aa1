import type { Diagnostic, Path } from '../protocol/diagnostic.ts'
import type { Schema } from '../protocol/schema.ts'
import type { ObjectValue } from '../protocol/value.ts'

/** What there is to say of one object, and bytes of our own that the host keeps beside its state. */
export interface Outcome {
  /** The object as it is now; null where there is none. All of it known. */
  readonly state: ObjectValue | null
  readonly private?: Uint8Array
  readonly diagnostics?: readonly Diagnostic[]
}

export interface Change {
  /** The object as it was; null when it is to be created. */
  readonly prior: ObjectValue | null
  /** As the configuration has it, unset attributes null. */
  readonly config: ObjectValue
  /** As it is to become; `unknown` where the provider will say. */
  readonly planned: ObjectValue
}

export interface Adjustment {
  /** Unknowns may become known; nothing else may differ from what was planned. */
  readonly planned?: ObjectValue
  readonly replaces?: readonly Path[]
  readonly diagnostics?: readonly Diagnostic[]
}

type Private = Uint8Array | undefined

/** One type of object. It sees plain values only: no wire format, and no planning but its own. */
export interface Resource {
  readonly schema: Schema
  /** Looks at a configuration, of which parts may be unknown. */
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  /** After the general rules have been applied. Called several times for one change: always the same answer. */
  adjustPlan?(change: Change): Adjustment
  create(change: Change, previous: Private): Promise<Outcome>
  update(change: Change & { readonly prior: ObjectValue }, previous: Private): Promise<Outcome>
  /** A null state says that the object is no more. */
  read(state: ObjectValue, previous: Private): Promise<Outcome>
  /** Done as well when the object was gone already. */
  delete(prior: ObjectValue, previous: Private): Promise<readonly Diagnostic[]>
  /** Finds an object by what a person typed; a null state with no diagnostics is an object that is not there. */
  import(id: string): Promise<Outcome>
  /** Turns a stored state of an older version into one of this; its shape is what that version stored. */
  upgrade?(stored: ObjectValue, version: number): ObjectValue
  /** Told of every object that the stored state holds, before anything else is asked about it. */
  seen?(state: ObjectValue): void
}

export interface DataSource {
  readonly schema: Schema
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  read(config: ObjectValue): Promise<Outcome>
}

/** Everything a plugin is, as the calls of the protocol see it. */
export interface Provider {
  readonly schema: Schema
  validate?(config: ObjectValue): readonly Diagnostic[] | Promise<readonly Diagnostic[]>
  /** Comes before any object is asked about; parts of the configuration may be unknown while planning. */
  configure(config: ObjectValue, host: { readonly version: string }): Promise<readonly Diagnostic[]>
  readonly resources: Readonly<Record<string, Resource>>
  readonly dataSources: Readonly<Record<string, DataSource>>
  /** The person wants to stop: wait and retry no more, but let what is under way end. */
  stop(): void
  /** The host has taken every answer and ends this process in good order. */
  close?(): Promise<void>
}
