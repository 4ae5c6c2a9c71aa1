import { partLabel } from '@svc/model'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { labelledBy } from '../../design/field.tsx'
import styles from '../form.module.css'
import { shapeOf } from './conditions.ts'
import { PartsEditor } from './parts-editor.tsx'
import { isPerson, PersonEditor } from './person-editor.tsx'
import type { NestedProps } from './shape-props.ts'

/** A list of objects, one below the other, in an order of one's own. */
export function EntriesEditor(props: NestedProps) {
  const { schema, conditions = [], value, control, path, faults, names, Control, onChange } = props
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const items = schema.items ?? {}
  const Editor = isPerson(items) ? PersonEditor : PartsEditor
  const name = partLabel(path.split('/').at(-1) ?? '', schema)
  const replace = (index: number, next: unknown) =>
    onChange(entries.map((one, place) => (place === index ? next : one)))
  const move = (index: number, by: number) => {
    const next = [...entries]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved)
    onChange(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
    <div id={control.id} role="group" aria-labelledby={labelledBy(control.id)} className={styles.entries}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity before they are saved.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
        <div key={index} role="group" aria-label={`${name} ${index + 1}`} className={styles.entry}>
          <Editor
            schema={shapeOf(items, conditions, entry)}
            value={entry}
            control={control}
            path={`${path}/${index}`}
            faults={faults}
            names={names}
            Control={Control}
            onChange={(next) => replace(index, next)}
          />
          <div className={styles.entryActions}>
            <Button
              look="quiet"
              square
              aria-label="Move up"
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              look="quiet"
              square
              aria-label="Move down"
              disabled={index === entries.length - 1}
              onClick={() => move(index, 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              look="quiet"
              square
              aria-label="Remove"
              onClick={() => onChange(entries.filter((_, place) => place !== index))}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        </div>
      ))}
      <Button onClick={() => onChange([...entries, {}])}>
        <Plus aria-hidden />
        Add
      </Button>
    </div>
  )
}
