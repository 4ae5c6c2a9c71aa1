import type { JsonSchema } from '@svc/model'
import type { ComponentType } from 'react'
import type { ControlProps } from '../../design/field.tsx'

export interface ShapeProps {
  readonly schema: JsonSchema
  readonly conditions?: readonly JsonSchema[]
  readonly value: unknown
  readonly control: ControlProps
  /** Where it is in the record, for what is wrong with it. */
  readonly path: string
  readonly faults: ReadonlyMap<string, string>
  /** The kind whose records it may name. */
  readonly names?: string | undefined
  onChange(value: unknown): void
}

/** Of an editor of something with parts: what edits each of them is handed in. */
export interface NestedProps extends ShapeProps {
  readonly Control: ComponentType<ShapeProps>
}
