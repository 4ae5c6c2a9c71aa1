import { isOpenObject, type JsonSchema, partLabel, plain } from '@svc/model'
import { CheckLine } from '../../design/checkbox.tsx'
import { classes } from '../../design/classes.ts'
import { Field, labelledBy } from '../../design/field.tsx'
import { useAreaParts } from '../../values/area-parts.ts'
import styles from '../form.module.css'
import type { NestedProps } from './shape-props.ts'

type Parts = Readonly<Record<string, unknown>>

/** The parts of an object, each with its own control. */
export function PartsEditor({ schema, value, path, faults, names, Control, onChange }: NestedProps) {
  const parts: Parts = typeof value === 'object' && value !== null ? (value as Parts) : {}
  return (
    <div className={styles.parts}>
      {Object.entries(schema.properties ?? {})
        .filter(([key, part]) => isAsked(key, part, parts))
        .map(([key, part]) => {
          const isBoolean = part.type === 'boolean'
          const isOptional = !isBoolean && !schema.required?.includes(key)
          // What can be left out altogether is asked for only once somebody wants it.
          const isSwitched = isOptional && allowsNull(part) && part.properties !== undefined
          return (
            <div key={key} className={hasParts(part) ? classes(styles.wide, styles.lead) : undefined}>
              <Field
                label={partLabel(key, part)}
                isOptional={isOptional}
                hint={isBoolean || isSwitched ? undefined : plain(part.description ?? '')}
                error={faults.get(`${path}/${key}`)}
              >
                {(control) => {
                  const shape = {
                    ...{ schema: part, value: parts[key], control, path: `${path}/${key}`, faults, names },
                    onChange: (next: unknown) => onChange(withPart(parts, key, next)),
                  }
                  return isSwitched ? <SwitchedParts {...shape} Control={Control} /> : <Control {...shape} />
                }}
              </Field>
            </div>
          )
        })}
    </div>
  )
}

function SwitchedParts(props: NestedProps) {
  const { schema, value, control, path, onChange } = props
  const { beginnings } = useAreaParts()
  const begin = (): unknown => beginnings[path]?.() ?? {}
  const isOn = value !== undefined && value !== null
  return (
    <>
      <CheckLine
        {...control}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked ? begin() : undefined)}
      >
        {plain(schema.description ?? '')}
      </CheckLine>
      {isOn && (
        // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
        <div role="group" aria-labelledby={labelledBy(control.id)} className={styles.group}>
          <PartsEditor {...props} />
        </div>
      )}
    </>
  )
}

/** What is said no longer is left out, as if it had never been. */
function withPart(parts: Parts, key: string, next: unknown): Parts {
  const { [key]: _, ...others } = parts
  return next === undefined || next === null ? others : { ...parts, [key]: next }
}

const allowsNull = ({ type = [] }: JsonSchema): boolean => [type].flat().includes('null')

/** An object, or several: it takes the whole width. */
export const hasParts = ({ properties, items }: JsonSchema): boolean =>
  properties !== undefined || items?.properties !== undefined

/** Ids are given by svc, and an object without a shape is only shown where there is something in it. */
function isAsked(key: string, part: JsonSchema, parts: Parts): boolean {
  if (part.readOnly || key === 'id') return false
  return !isOpenObject(part) || Object.keys(parts[key] ?? {}).length > 0
}
