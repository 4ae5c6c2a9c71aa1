import type { JsonSchema } from '@svc/model'
import type { ComponentType } from 'react'
import type { Option } from '../../design/select.tsx'

export type FormValue = Readonly<Record<string, unknown>>

export interface SchemaFieldsProps {
  /** Of an object. */
  readonly schema: JsonSchema
  readonly value: FormValue
  readonly faults: ReadonlyMap<string, string>
  /** Where the object stands in what is sent: what is wrong with it is told by path. */
  readonly path?: string
  /** What may be chosen where a member points to a record. */
  readonly picks?: Readonly<Record<string, readonly Option[]>>
  onChange(value: FormValue): void
}

export interface SchemaFieldProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly value: unknown
  readonly faults: ReadonlyMap<string, string>
  readonly path: string
  readonly options?: readonly Option[] | undefined
  /** What edits an object inside it. */
  readonly Fields: ComponentType<SchemaFieldsProps>
  onChange(value: unknown): void
}
