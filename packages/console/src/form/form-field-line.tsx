import { fieldLabel, type Kind, labelFieldOf, plain } from '@svc/model'
import { classes } from '../design/classes.ts'
import { Field } from '../design/field.tsx'
import type { Draft, FormField } from './draft.ts'
import { FieldControl, isLong } from './field-control.tsx'
import styles from './form.module.css'
import { isCalledFor } from './shape/conditions.ts'
import { hasParts } from './shape/parts-editor.tsx'

interface FormFieldLineProps {
  readonly kind: Kind
  readonly of: FormField
  readonly draft: Draft
  readonly isNew: boolean
  readonly faults: ReadonlyMap<string, string>
  set(changes: Draft): void
}

/** A field with its name, what it is about, and what is wrong with it. */
export function FormFieldLine({ kind, of, draft, isNew, faults, set }: FormFieldLineProps) {
  const { key, field, isRequired } = of
  const { about, immutable, default: usual } = field.traits
  const isFixed = immutable === true && !isNew
  const isBoolean = field.type === 'boolean'
  return (
    <div
      className={classes(
        (isLong(of) || key === labelFieldOf(kind)) && styles.wide,
        hasParts(field.schema) && styles.lead,
      )}
    >
      <Field
        label={fieldLabel(kind, key)}
        isOptional={!isRequired && usual === undefined && !isBoolean && !isCalledFor(kind, key, draft)}
        hint={
          isFixed
            ? `${plain(about, kind)} It cannot change any more.`
            : isBoolean
              ? undefined
              : plain(about, kind)
        }
        error={faults.get(key) ?? innerFault(faults, key, field.type)}
      >
        {(control) => (
          <FieldControl
            kind={kind}
            of={of}
            draft={draft}
            isDisabled={isFixed}
            control={control}
            faults={faults}
            set={set}
          />
        )}
      </Field>
    </div>
  )
}

/** Those inside an object stand beside its parts; those inside a list of words have no other place. */
function innerFault(faults: ReadonlyMap<string, string>, key: string, type: string): string | undefined {
  if (type === 'json') return undefined
  return [...faults].find(([path]) => path.startsWith(`${key}/`))?.[1]
}
