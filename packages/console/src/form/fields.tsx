import type { ComponentType } from 'react'
import { classes } from '../design/classes.ts'
import { Field } from '../design/field.tsx'
import type { ControlName } from './control-type.ts'
import { BooleanControl } from './controls/boolean.tsx'
import { ChoiceControl } from './controls/choice.tsx'
import { ChoicesControl } from './controls/choices.tsx'
import { ColourControl } from './controls/colour.tsx'
import { JsonControl } from './controls/json.tsx'
import { LongTextControl } from './controls/long-text.tsx'
import { MarkdownControl } from './controls/markdown.tsx'
import { MomentControl } from './controls/moment.tsx'
import { NumberControl } from './controls/number.tsx'
import { ObjectControl } from './controls/object.tsx'
import { ObjectsControl } from './controls/objects.tsx'
import { OptionalObjectControl } from './controls/optional-object.tsx'
import { PersonControl } from './controls/person.tsx'
import { RefControl, RefsControl } from './controls/ref.tsx'
import { TextControl } from './controls/text.tsx'
import { TextsControl } from './controls/texts.tsx'
import { TimeZoneControl } from './controls/time-zone.tsx'
import { VaultItemControl } from './controls/vault-item.tsx'
import { faultUnder } from './fault-under.ts'
import type { Faults, FieldsProps, FormField, InputProps } from './form-field.ts'
import styles from './form.module.css'

const controls: { readonly [N in ControlName]: ComponentType<InputProps<N>> } = {
  text: TextControl,
  colour: ColourControl,
  timeZone: TimeZoneControl,
  longText: LongTextControl,
  markdown: MarkdownControl,
  number: NumberControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  moment: MomentControl,
  ref: RefControl,
  refs: RefsControl,
  texts: TextsControl,
  vaultItem: VaultItemControl,
  person: PersonControl,
  object: ObjectControl,
  optionalObject: OptionalObjectControl,
  objects: ObjectsControl,
  json: JsonControl,
}

/** Whose parts have labels, hints and errors of their own. */
const withParts: ReadonlySet<ControlName> = new Set(['person', 'object', 'optionalObject', 'objects'])
const wide: ReadonlySet<ControlName> = new Set([...withParts, 'longText', 'markdown', 'json'])
/** What they are about is written beside their box. */
const boxes: ReadonlySet<ControlName> = new Set(['boolean', 'optionalObject'])

/** The fields of an object, each with its label, what it is about, its control, and what is wrong with it. */
export const Fields = ({ fields, values, faults, path, onChange }: FieldsProps) =>
  fields.map((field) => (
    <FieldLine
      key={field.key}
      field={field}
      value={values[field.key]}
      path={path ? `${path}/${field.key}` : field.key}
      faults={faults}
      onChange={(next) => onChange(field.key, next)}
    />
  ))

function FieldLine(props: Omit<InputProps, 'control' | 'Fields'>) {
  const { field, faults, path } = props
  const { type } = field.of
  // Each takes fields of the type that it is listed under.
  const Control = controls[type] as ComponentType<InputProps>
  return (
    <div
      className={classes((field.isWide || wide.has(type)) && styles.wide, withParts.has(type) && styles.lead)}
    >
      <Field
        label={field.label}
        isOptional={field.isOptional}
        hint={boxes.has(type) ? undefined : field.about}
        error={errorOf(field, faults, path)}
      >
        {(control) => <Control {...props} control={control} Fields={Fields} />}
      </Field>
    </div>
  )
}

/** What is wrong inside a value is told beside its parts; a list of texts has none that could tell it. */
function errorOf({ of: { type } }: FormField, faults: Faults, path: string): string | undefined {
  if (type === 'person') return undefined
  return withParts.has(type) ? faults.get(path) : faultUnder(faults, path)
}
