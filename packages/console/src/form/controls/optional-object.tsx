import { CheckLine } from '../../design/checkbox.tsx'
import { labelledBy } from '../../design/field.tsx'
import { useAreaParts } from '../../values/area-parts.ts'
import type { InputProps } from '../form-field.ts'
import styles from '../form.module.css'
import { Parts } from './object.tsx'

/** An object that can be left out altogether: its fields are shown once its box is ticked. */
export function OptionalObjectControl(props: InputProps<'optionalObject'>) {
  const { field, control, value, path, onChange } = props
  const { beginnings } = useAreaParts()
  const isOn = value !== undefined && value !== null
  return (
    <>
      <CheckLine
        {...control}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? (beginnings[path]?.() ?? {}) : null)}
      >
        {field.about}
      </CheckLine>
      {isOn && (
        // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
        <div role="group" aria-labelledby={labelledBy(control.id)} className={styles.group}>
          <Parts {...props} schema={field.of.schema} />
        </div>
      )}
    </>
  )
}
