import { Field } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { partsOf } from '../fields-of.ts'
import { type InputProps, valuesIn } from '../form-field.ts'
import styles from '../form.module.css'
import { Group } from './group.tsx'
import { type PartsProps, withPart } from './object.tsx'

export const PersonControl = (props: InputProps<'person'>) => (
  <Group {...props.control}>
    <PersonParts {...props} schema={props.field.of.schema} />
  </Group>
)

const sorts = [
  { value: 'member', label: 'A member' },
  { value: 'other', label: 'Somebody else' },
]

/** A member, about whom everything is known, or somebody else with a name and ways to reach them. */
export function PersonParts({ schema, value, path, faults, Fields, onChange }: PartsProps) {
  const person = valuesIn(value)
  const fields = partsOf(schema, person)
  const member = fields.filter(({ of }) => of.type === 'ref').map((field) => ({ ...field, label: 'Member' }))
  const others = fields.filter(({ of }) => of.type !== 'ref')
  const isOther = others.some(({ key }) => typeof person[key] === 'string')
  const [first, ...more] = isOther ? others : member
  if (!first) return null
  const whole = faults.get(path)
  const isChosen = isOther || Boolean(person[first.key])
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
      <Fields
        fields={[{ ...first, about: '', isOptional: false }, ...more]}
        values={person}
        // What is wrong with a person as a whole is said where one begins to fill them in.
        faults={
          whole
            ? new Map([[`${path}/${first.key}`, isChosen ? whole : 'Choose a member.'], ...faults])
            : faults
        }
        path={path}
        // The name stays even if it is empty: it tells the two sorts apart.
        onChange={(key, next) =>
          onChange(key === 'name' ? { ...person, name: next } : withPart(person, key, next))
        }
      />
    </div>
  )
}
