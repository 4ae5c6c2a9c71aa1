import { CheckLine } from '../../design/checkbox.tsx'
import { type InputProps, textsIn } from '../form-field.ts'
import styles from '../form.module.css'
import { Group } from './group.tsx'

/** Any of a few values, kept in the order in which they are offered. */
export function ChoicesControl({ field, control, value, onChange }: InputProps<'choices'>) {
  const chosen = textsIn(value)
  const offered = field.of.options.map((option) => option.value)
  return (
    <Group {...control} className={styles.choices}>
      {field.of.options.map((option) => (
        <CheckLine
          key={option.value}
          checked={chosen.includes(option.value)}
          onChange={({ target }) =>
            onChange(offered.filter((one) => (one === option.value ? target.checked : chosen.includes(one))))
          }
        >
          {option.label}
        </CheckLine>
      ))}
    </Group>
  )
}
