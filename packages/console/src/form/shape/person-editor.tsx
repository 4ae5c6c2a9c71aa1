import { type JsonSchema, kindNamed, partLabel, plain } from '@svc/model'
import { Field, Input } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { RefPicker } from '../picker/ref-picker.tsx'
import styles from '../form.module.css'
import type { ShapeProps } from './shape-props.ts'

type Person = Readonly<Record<string, unknown>>

/** Whether a shape is that of somebody who is a member, or else has a name. */
export const isPerson = ({ properties = {} }: JsonSchema): boolean =>
  properties.uid !== undefined && properties.name !== undefined

const sorts = [
  { value: 'member', label: 'A member' },
  { value: 'other', label: 'Somebody else' },
]

/** A member, whom everything is known of, or somebody else with a name and ways to reach them. */
export function PersonEditor({ schema, value, path, faults, names, onChange }: ShapeProps) {
  const person: Person = typeof value === 'object' && value !== null ? (value as Person) : {}
  const isOther = typeof person.name === 'string' || Boolean(person.email ?? person.phone)
  const uid = typeof person.uid === 'string' ? person.uid : null
  const unsaid = faults.get(path) && ((uid ?? isOther) ? faults.get(path) : 'Choose a member.')
  const put = (key: string, text: string) => {
    const { [key]: _, ...others } = person
    // A name that is not there yet tells the two apart.
    onChange(text === '' && key !== 'name' ? others : { ...others, [key]: text })
  }
  return (
    <div className={styles.parts}>
      <Field label="Who">
        {(control) => (
          <Select
            {...control}
            value={isOther ? 'other' : 'member'}
            options={sorts}
            onChange={(sort) => onChange(sort === 'other' ? { name: '' } : {})}
          />
        )}
      </Field>
      {isOther ? (
        Object.entries(schema.properties ?? {})
          .filter(([key]) => key !== 'uid')
          .map(([key, part]) => (
            <Field
              key={key}
              label={partLabel(key, part)}
              isOptional={key !== 'name'}
              hint={key === 'name' ? undefined : plain(part.description ?? '')}
              error={faults.get(`${path}/${key}`) ?? (key === 'name' ? faults.get(path) : undefined)}
            >
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  type={inputTypes[key]}
                  value={String(person[key] ?? '')}
                  onChange={(event) => put(key, event.target.value)}
                />
              )}
            </Field>
          ))
      ) : names === undefined ? null : (
        <Field label="Member" error={faults.get(`${path}/uid`) ?? unsaid}>
          {(control) => (
            <RefPicker
              {...control}
              kind={kindNamed(names)}
              value={uid}
              onChange={(next) => onChange(next === null ? {} : { uid: next })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Which keys a phone shows. What is wrong is said by the model. */
const inputTypes: Readonly<Record<string, string>> = { email: 'email', phone: 'tel' }
