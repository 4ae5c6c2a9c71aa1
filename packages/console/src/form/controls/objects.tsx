import { means } from '@svc/model'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { conditionalSchema, withoutOutdated } from '../conditions.ts'
import type { InputProps } from '../form-field.ts'
import styles from '../form.module.css'
import { Group } from './group.tsx'
import { Parts } from './object.tsx'
import { PersonParts } from './person.tsx'

/** A list of objects, one below the other, in an order that can be changed. */
export function ObjectsControl(props: InputProps<'objects'>) {
  const { field, control, value, path, onChange } = props
  const { items, conditions } = field.of
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const Entry = items[means] === 'person' ? PersonParts : Parts
  const move = (from: number, to: number) => onChange(entries.with(from, entries[to]).with(to, entries[from]))
  return (
    <Group {...control} className={styles.entries}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity before they are saved.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
        <div key={index} role="group" aria-label={`${field.label} ${index + 1}`} className={styles.entry}>
          <Entry
            {...props}
            schema={conditionalSchema(items, conditions, entry)}
            value={entry}
            path={`${path}/${index}`}
            onChange={(next) =>
              onChange(entries.with(index, withoutOutdated(items, conditions, entry, next)))
            }
          />
          <div className={styles.entryActions}>
            <Button
              look="quiet"
              square
              aria-label="Move up"
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              look="quiet"
              square
              aria-label="Move down"
              disabled={index === entries.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              look="quiet"
              square
              aria-label="Remove"
              onClick={() => onChange(entries.toSpliced(index, 1))}
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
    </Group>
  )
}
