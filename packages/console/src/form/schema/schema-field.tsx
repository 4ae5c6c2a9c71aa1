import { Suspense } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { type JsonSchema, keyInWords, vaultKeywordFormat } from '@svc/model'
import { Field, Input, TextArea } from '../../design/field.tsx'
import { type Option, Select } from '../../design/select.tsx'
import { Check, Checks } from '../../design/checks.tsx'
import { WordsInput } from '../../design/words-input.tsx'
import { useAreaParts } from '../../values/area-parts.ts'
import { faultUnder } from './fault-under.ts'
import type { SchemaFieldProps } from './schema-props.ts'
import { RowsField } from './rows-field.tsx'

const longText = 4_000

/** One member of a shape, with the control that suits it. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, schema, isRequired, value, faults, path, options, onChange } = props
  const label = keyInWords(
    name
      .replace(/^vaultKeyword$/, 'vaultItem')
      .replace(/(Vault)?Keywords?$/, '')
      .replace(/(Identity)?ProviderId$/, 'Provider'),
  )
  const { formats } = useAreaParts()
  const format = /vaultKeyword$/i.test(name) ? vaultKeywordFormat : (schema.items?.format ?? schema.format)
  const Special = format === undefined ? undefined : formats[format]
  const types = [schema.type].flat()
  const error = faultUnder(faults, path)
  const about = schema.description?.replaceAll('`', '')
  if (types.includes('boolean')) {
    return <Check label={label} about={about} value={value === true} onChange={onChange} />
  }
  const items = schema.items
  if (items?.properties) return <RowsField {...props} label={label} items={items} />
  if (items?.enum) {
    return (
      <Checks
        label={label}
        choices={items.enum.map((one) => ({ value: String(one), label: keyInWords(String(one)) }))}
        value={texts(value)}
        error={error}
        onChange={onChange}
      />
    )
  }
  const isNullable = types.includes('null')
  /** Nothing is null where that may be said, and left out where not. */
  const change = (next: string) => onChange(next === '' ? (isNullable ? null : undefined) : next)
  const text = value === null || value === undefined ? '' : String(value)
  const choices = options ?? enumOptions(schema)
  return (
    <Field label={label} isOptional={!isRequired && !choices} hint={about} error={error}>
      {(control) => {
        if (items) {
          return Special ? (
            <Suspense fallback={<Skeleton rows={1} />}>
              <Special {...control} value={value} isList isRequired={isRequired} onChange={onChange} />
            </Suspense>
          ) : (
            <WordsInput {...control} value={texts(value)} onChange={onChange} />
          )
        }
        if (choices) {
          const mayBeNone = isNullable && options !== undefined
          const offered = mayBeNone ? [{ value: '', label: 'None' }, ...choices] : choices
          const chosen = text === '' && !mayBeNone ? null : text
          return <Select {...control} value={chosen} options={offered} onChange={change} />
        }
        if (Special) {
          const give = (next: unknown) => change(String(next))
          return (
            <Suspense fallback={<Skeleton rows={1} />}>
              <Special {...control} value={text} isList={false} isRequired={isRequired} onChange={give} />
            </Suspense>
          )
        }
        if (types.includes('integer')) {
          return (
            <Input
              {...control}
              type="number"
              min={schema.minimum}
              max={schema.maximum}
              value={text}
              onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
            />
          )
        }
        return (schema.maxLength ?? 0) > longText ? (
          <TextArea
            {...control}
            value={text}
            spellCheck={false}
            onChange={({ target }) => change(target.value)}
          />
        ) : (
          <Input
            {...control}
            value={text}
            autoComplete="off"
            onChange={({ target }) => change(target.value)}
          />
        )
      }}
    </Field>
  )
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const enumOptions = ({ enum: words }: JsonSchema): readonly Option[] | undefined =>
  words
    ?.filter((word) => word !== null)
    .map((word) => ({ value: String(word), label: keyInWords(String(word)) }))
