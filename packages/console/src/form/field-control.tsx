import { fieldLabel, type Kind, kindNamed, limits, plain } from '@svc/model'
import { lazy, Suspense } from 'react'
import { CheckLine } from '../design/checkbox.tsx'
import { type ControlProps, Input, TextArea } from '../design/field.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { RefPicker } from './picker/ref-picker.tsx'
import { RefsPicker } from './picker/refs-picker.tsx'
import { WordsInput } from '../design/words-input.tsx'
import { Choice } from './choice.tsx'
import { Choices } from './choices.tsx'
import type { Draft, FormField } from './draft.ts'
import { MomentInput } from './moment-input.tsx'
import { NumberInput } from './number-input.tsx'
import { conditionsFor } from './shape/conditions.ts'
import { ShapeControl } from './shape/shape-control.tsx'

const MarkdownEditor = lazy(async () => ({
  default: (await import('./markdown-editor/markdown-editor.tsx')).MarkdownEditor,
}))

interface FieldControlProps {
  readonly kind: Kind
  readonly of: FormField
  readonly draft: Draft
  readonly isDisabled: boolean
  readonly control: ControlProps
  readonly faults: ReadonlyMap<string, string>
  set(changes: Draft): void
}

/** The control that a field's type asks for. */
export function FieldControl({ kind, of, draft, isDisabled, control, faults, set }: FieldControlProps) {
  const { key, field } = of
  const value = draft[key]
  const give = (next: unknown) => set({ [key]: next, ...dependentsOf(kind, key) })
  switch (field.type) {
    case 'enum':
      return (
        <Choice
          control={control}
          values={(field.schema.enum ?? []).map(String)}
          value={value}
          isClearable={field.traits.nullable === true}
          isDisabled={isDisabled}
          onChange={give}
        />
      )
    case 'boolean':
      return (
        <CheckLine
          {...control}
          checked={value === true}
          disabled={isDisabled}
          onChange={(event) => give(event.target.checked)}
        >
          {plain(field.traits.about, kind)}
        </CheckLine>
      )
    case 'integer':
    case 'number':
      return <NumberInput control={control} value={value} isDisabled={isDisabled} onChange={give} />
    case 'timestamp':
      return <MomentInput control={control} value={value} isDisabled={isDisabled} onChange={give} />
    case 'ref': {
      const target = targetIn(of, draft)
      if (!target) return <Input {...control} disabled placeholder={`Choose “${byOf(kind, of)}” first`} />
      return (
        <RefPicker
          key={target}
          {...control}
          kind={kindNamed(target)}
          value={value ? String(value) : null}
          isDisabled={isDisabled}
          onChange={give}
        />
      )
    }
    case 'refs':
      return (
        <RefsPicker
          {...control}
          kind={kindNamed(String(field.target))}
          value={listOf(value)}
          isDisabled={isDisabled}
          onChange={give}
        />
      )
    case 'texts': {
      const values = field.schema.items?.enum
      return values ? (
        <Choices control={control} values={values.map(String)} value={listOf(value)} onChange={give} />
      ) : (
        <WordsInput {...control} value={listOf(value)} isDisabled={isDisabled} onChange={give} />
      )
    }
    case 'json':
      return (
        <ShapeControl
          schema={field.schema}
          conditions={conditionsFor(kind, key)}
          value={value}
          control={control}
          path={key}
          faults={faults}
          names={field.mentions?.target}
          onChange={give}
        />
      )
    default:
      if (field.traits.only) {
        return (
          <Choice
            control={control}
            values={[...new Set([...field.traits.only, ...(value ? [String(value)] : [])])]}
            value={value}
            isClearable={field.traits.nullable === true}
            isDisabled={isDisabled}
            onChange={give}
          />
        )
      }
      if (field.traits.reads === 'markdown') {
        return (
          <Suspense fallback={<Skeleton />}>
            <MarkdownEditor {...control} value={String(value ?? '')} onChange={give} />
          </Suspense>
        )
      }
      return isLong(of) ? (
        <TextArea
          {...control}
          rows={(field.schema.maxLength ?? 0) > limits.description ? 16 : 4}
          value={String(value ?? '')}
          disabled={isDisabled}
          onChange={(event) => give(event.target.value)}
        />
      ) : (
        <Input
          {...control}
          value={String(value ?? '')}
          disabled={isDisabled}
          autoComplete="off"
          onChange={(event) => give(event.target.value)}
        />
      )
  }
}

/** More than a line: it has the whole width. */
export const isLong = ({ field }: FormField): boolean =>
  field.type === 'json' || (field.type === 'text' && (field.schema.maxLength ?? 0) > limits.url)

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const targetIn = ({ field: { target } }: FormField, draft: Draft): string | undefined =>
  typeof target === 'object' ? target.kinds[String(draft[target.by] ?? '')] : target

const byOf = (kind: Kind, { field: { target } }: FormField): string =>
  typeof target === 'object' ? fieldLabel(kind, target.by) : ''

/** A reference is of the kind that the field beside it says: once that changes, it means nothing. */
const dependentsOf = (kind: Kind, key: string): Draft =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([, { target }]) => typeof target === 'object' && target.by === key)
      .map(([dependent]) => [dependent, null]),
  )
