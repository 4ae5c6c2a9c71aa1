import type { Scope } from '../vocabulary.ts'
import type { Field, ValueOf } from './field.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

export const verbs = ['list', 'create', 'read', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

export type Fields = Readonly<Record<string, Field>>

/** A rule over several fields. Pure, so that the server, the console and a Terraform plan can all run it. */
export interface Rule<V = never> {
  readonly field: string
  /** Which part of the field is wrong, if it has parts: `people/0`. */
  part?(this: void, value: V): string | undefined
  /** The message, completing "<field> …" or "<part> …". */
  about(this: void, value: V): string
  holds(this: void, value: V): boolean
  /** Checked only for changes to one of these fields; without it, for every change. */
  readonly on?: readonly string[]
  /** The same as JSON Schema, if that can express it, for the description. */
  readonly schema?: JsonSchema
}

/** A record of an older archive may lack fields that came later. */
type Lookup<V = never> = (record: Partial<V>) => readonly string[]

/** The sections of the navigation, in order. */
export const sections = ['catalog', 'operations', 'delivery'] as const
export type Section = (typeof sections)[number]

export const icons = [
  'alarm-clock',
  'boxes',
  'cloud',
  'file-code',
  'layers',
  'notebook',
  'phone-call',
  'rocket',
  'shapes',
  'shield-check',
  'square-check',
  'users',
] as const
export type Icon = (typeof icons)[number]

export interface Place {
  readonly section: Section
  /** From the top of its section. */
  readonly position: number
  /** What it is called there, if that is not its plural. */
  readonly label?: string
  readonly icon: Icon
  /** The key that leads there after G. */
  readonly key?: string
  /** How its list is opened from there, where not everything is wanted first. */
  readonly opensWith?: { readonly query: string; readonly sort: string }
}

export interface Kind<F extends Fields = Fields, N extends string = string, V extends Verb = Verb> {
  /** Singular, in event names and audit subjects: `oncall_binding`. */
  readonly name: N
  /** As people write it: `on-call binding`. */
  readonly noun: string
  /** The schema's name in OpenAPI: `OnCallBinding`. */
  readonly title: string
  readonly about: string
  /** Its heading in the reference. */
  readonly group: string
  /** The path of its list, and the name of its table. */
  readonly path: string
  readonly table: string
  /** The key in a list's envelope, if it is not the last part of the path. */
  readonly listAs?: string
  readonly idParam: string
  readonly idPrefix: string
  /** The name of its Terraform resource; without it, it is read-only there. */
  readonly resourceType?: string
  /** Catalog data belongs to one mode of an organisation; members and sign-in belong to the organisation. */
  readonly home: 'partition' | 'organisation'
  /** The name of a record: the first of these fields that is not empty. */
  readonly labelFields?: readonly string[]
  /** A field to put before the label if that says little on its own: the project of a version. */
  readonly labelPrefix?: string
  /** The fields that people look up a single record by, if these are not its label and unique fields. */
  readonly handles?: readonly string[]
  /** The default columns of a list, the most important first. */
  readonly columns?: readonly string[]
  /** Its place in the console's navigation. */
  readonly place?: Place
  /** Kinds whose changes eventually affect records of this one. */
  readonly follows?: readonly string[]
  /** Recalculated every so many minutes, mostly without an event. */
  readonly everyMinutes?: number
  readonly fields: F
  readonly verbs: readonly V[]
  /** For verbs that need a scope other than GET read, POST and PATCH write, DELETE admin. */
  readonly access?: Partial<Readonly<Record<Verb, Scope>>>
  /** Access depends on its records: to change them, a session must have proved lately who it belongs to. */
  readonly needsRecentSignIn?: true
  /** Its records stand for secrets that are stored elsewhere, and are of no use without them. */
  readonly secretsApart?: true
  /** Sorted by this field, case folded, instead of newest first. */
  readonly sortBy?: string
  /** Newest by this time instead of by creation. */
  readonly newestBy?: string
  /** Fields that `?q=` searches. */
  readonly search?: readonly string[]
  /** Fields whose words also find a record in the search over everything. */
  readonly alsoFoundBy?: readonly string[]
  /** Hidden from lists unless asked for: `?<field>=true` gives only those, `?<field>=all` both. */
  readonly hiddenBy?: string
  /** False for inactive records, which stay but may not be newly referenced. */
  readonly activeBy?: string
  /** Open records have one of these values; the rest is history. */
  readonly openBy?: { readonly field: string; readonly values: readonly string[] }
  /** Deleted records stay stored, marked by this field. */
  readonly softDelete?: string
  /** Why its deleted records cannot be restored, as a sentence; absent if they can. */
  readonly staysDeleted?: string
  /** Unique together. */
  readonly unique?: readonly string[]
  /** The maximum number in its home: a mode of an organisation, or the organisation. */
  readonly maxRecords?: number
  /** A kind that may depend on its records: while it does, removing the last of them is rejected. */
  readonly neededBy?: string
  /** A list's default page size; without it, the default is the complete list. */
  readonly defaultLimit?: number
  /** Filters that must be given. */
  readonly requiredFilters?: readonly string[]
  /** An update with a read-only field is rejected unless it has the current value. */
  readonly strict?: true
  /** Measurements that arrive by the thousand: stored, not written to the event log one by one. */
  readonly unlogged?: true
  readonly rules?: readonly Rule[]
  /** Texts derived from a record by which it can be looked up, besides its fields. */
  readonly lookups?: Readonly<Record<string, Lookup>>
  /** One valid create body: the OpenAPI example, the Terraform example and the conformance fixture. */
  readonly example: object
}

type Simplify<T> = { [P in keyof T]: T[P] } & {}

type KeysWith<K extends Kind, T> = {
  [F in keyof K['fields']]: K['fields'][F]['traits'] extends T ? F : never
}[keyof K['fields']]

type ShownKey<K extends Kind> = Exclude<keyof K['fields'], KeysWith<K, { internal: true }>>
type WritableKey<K extends Kind> = Exclude<ShownKey<K>, KeysWith<K, { managed: true }>>
type OmittableKey<K extends Kind> = KeysWith<K, { nullable: true } | { default: NonNullable<unknown> }>

/** A record as the API shows it. */
export type Resource<K extends Kind> = Simplify<{
  readonly [F in ShownKey<K>]: ValueOf<K['fields'][F]>
}>

/** The same for a kind that may be known only at run time: then it may have any fields. */
export type RecordIn<K extends Kind> = Kind extends K ? Readonly<Record<string, unknown>> : Resource<K>

/** A record as stored: the visible fields and the internal ones. */
export type Stored<K extends Kind> = Simplify<{
  readonly [F in keyof K['fields']]: ValueOf<K['fields'][F]>
}>

export type CreateInput<K extends Kind> = Simplify<
  { [F in Exclude<WritableKey<K>, OmittableKey<K>>]: ValueOf<K['fields'][F]> } & {
    [F in Extract<WritableKey<K>, OmittableKey<K>>]?: ValueOf<K['fields'][F]>
  }
>

/** Absent leaves the stored value, null clears it. */
export type UpdateInput<K extends Kind> = Simplify<{
  [F in Exclude<WritableKey<K>, KeysWith<K, { immutable: true }>>]?: ValueOf<K['fields'][F]>
}>

/** Checks at compile time that example, order and search fit the fields. */
export function defineKind<const F extends Fields, const N extends string, const V extends Verb>(
  kind: Kind<F, N, V> & {
    labelFields?: readonly (keyof F & string)[]
    labelPrefix?: keyof F & string
    handles?: readonly (keyof F & string)[]
    columns?: readonly (keyof F & string)[]
    sortBy?: keyof F & string
    newestBy?: keyof F & string
    search?: readonly (keyof F & string)[]
    alsoFoundBy?: readonly (keyof F & string)[]
    hiddenBy?: keyof F & string
    softDelete?: keyof F & string
    activeBy?: keyof F & string
    unique?: readonly (keyof F & string)[]
    rules?: readonly Rule<Stored<Kind<F>>>[]
    lookups?: Readonly<Record<string, Lookup<Stored<Kind<F>>>>>
    example: CreateInput<Kind<F>>
  },
): Kind<F, N, V> {
  return kind
}

const defaultAccess = {
  list: 'read',
  read: 'read',
  create: 'write',
  update: 'write',
  delete: 'admin',
} as const satisfies Record<Verb, Scope>

export const scopeFor = (kind: Kind, verb: Verb): Scope => kind.access?.[verb] ?? defaultAccess[verb]

/** The last part of a path in camelCase: the key in a list's envelope. */
export const lastPart = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export const listKeyOf = (kind: Kind): string => kind.listAs ?? lastPart(kind.path)
