import { inWords } from '@svc/model'
import { CheckLine } from '../design/checkbox.tsx'
import { type ControlProps, labelledBy } from '../design/field.tsx'
import styles from './form.module.css'

interface ChoicesProps {
  readonly control: ControlProps
  readonly values: readonly string[]
  readonly value: readonly string[]
  onChange(values: readonly string[]): void
}

/** Several of the words that the model knows, in its order. */
export const Choices = ({ control: { id, ...said }, values, value, onChange }: ChoicesProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the field's own label names it.
  <div
    id={id}
    role="group"
    aria-labelledby={labelledBy(id)}
    className={styles.choices}
    aria-describedby={said['aria-describedby']}
  >
    {values.map((one) => (
      <CheckLine
        key={one}
        checked={value.includes(one)}
        onChange={(event) =>
          onChange(values.filter((each) => (each === one ? event.target.checked : value.includes(each))))
        }
      >
        {inWords(one)}
      </CheckLine>
    ))}
  </div>
)
