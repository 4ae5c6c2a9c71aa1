import { limits } from '@svc/model'
import { CheckLine } from '../../design/checkbox.tsx'
import { Input, labelledBy, TextArea } from '../../design/field.tsx'
import { WordsInput } from '../../design/words-input.tsx'
import { Choice } from '../choice.tsx'
import { Choices } from '../choices.tsx'
import { MomentInput } from '../moment-input.tsx'
import { NumberInput } from '../number-input.tsx'
import { EntriesEditor } from './entries-editor.tsx'
import { JsonArea } from './json-area.tsx'
import { PartsEditor } from './parts-editor.tsx'
import { isPerson, PersonEditor } from './person-editor.tsx'
import type { ShapeProps } from './shape-props.ts'
import { TimeInput, TimeZoneInput } from './time-inputs.tsx'

/** An address or a name can be long and is still one line. */
const longText = limits.url

/** Texts for which the browser has better than a line, by the name of the part. */
const ownInputs: Readonly<Record<string, typeof Input>> = { time: TimeInput, timeZone: TimeZoneInput }

/** An editor for whatever a schema describes; as JSON where it describes too little. */
export function ShapeControl(props: ShapeProps) {
  const { schema, value, control, path, onChange } = props
  const types = [schema.type ?? []].flat()
  const isNullable = types.includes('null')
  if (schema.enum) {
    const values = schema.enum.filter((one) => one !== null).map(String)
    return (
      <Choice control={control} values={values} value={value} isClearable={isNullable} onChange={onChange} />
    )
  }
  if (types.includes('boolean')) {
    return (
      <CheckLine {...control} checked={value === true} onChange={(event) => onChange(event.target.checked)}>
        {schema.description}
      </CheckLine>
    )
  }
  if (types.includes('integer') || types.includes('number')) {
    return <NumberInput control={control} value={value} onChange={(next) => onChange(next ?? undefined)} />
  }
  if (schema.format === 'date-time') {
    return <MomentInput control={control} value={value} onChange={(next) => onChange(next ?? undefined)} />
  }
  if (types.includes('string')) {
    const give = (text: string) => onChange(text === '' && isNullable ? null : text)
    const Line = ownInputs[path.split('/').at(-1) ?? ''] ?? Input
    const Control = (schema.maxLength ?? 0) > longText && !schema.pattern ? TextArea : Line
    return <Control {...control} value={String(value ?? '')} onChange={(event) => give(event.target.value)} />
  }
  if (types.includes('array') && schema.items?.enum) {
    const values = schema.items.enum.map(String)
    return <Choices control={control} values={values} value={textsIn(value)} onChange={onChange} />
  }
  if (types.includes('array') && schema.items?.type === 'string') {
    return <WordsInput {...control} value={textsIn(value)} onChange={onChange} />
  }
  if (types.includes('array') && schema.items?.properties)
    return <EntriesEditor {...props} Control={ShapeControl} />
  if (schema.properties) {
    const Parts = isPerson(schema) ? PersonEditor : PartsEditor
    return (
      // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
      <div id={control.id} role="group" aria-labelledby={labelledBy(control.id)}>
        <Parts {...props} Control={ShapeControl} />
      </div>
    )
  }
  return <JsonArea {...props} />
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
