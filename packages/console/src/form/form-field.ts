import type { ComponentType } from 'react'
import type { ControlProps } from '../design/field.tsx'
import type { ControlName, ControlType } from './control-type.ts'

/** One field of a form, at whatever depth. */
export interface FormField<N extends ControlName = ControlName> {
  readonly key: string
  readonly label: string
  readonly about: string
  readonly of: ControlType<N>
  readonly isOptional: boolean
  readonly isNullable: boolean
  /** It was decided when the record was created. */
  readonly isFixed?: boolean
  readonly isWide?: boolean
}

/** An object that is being filled in. */
export type Values = Readonly<Record<string, unknown>>

/** What is wrong, by the path of the value. */
export type Faults = ReadonlyMap<string, string>

export interface FieldsProps {
  readonly fields: readonly FormField[]
  readonly values: Values
  readonly faults: Faults
  /** Of the object that has these fields; the outermost one has none. */
  readonly path?: string
  onChange(key: string, next: unknown): void
}

/** What every control is given. */
export interface InputProps<N extends ControlName = ControlName> {
  readonly field: FormField<N>
  /** For the element that people type into or choose from. */
  readonly control: ControlProps
  readonly value: unknown
  readonly path: string
  readonly faults: Faults
  /** Shows the fields of an object inside this one: handed in, because it shows controls itself. */
  readonly Fields: ComponentType<FieldsProps>
  onChange(next: unknown): void
}

export const textIn = (value: unknown): string => String(value ?? '')

export const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

export const valuesIn = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {}

export const isNothing = (value: unknown): boolean => value === '' || value === null || value === undefined
