import { Input } from '../../design/field.tsx'
import { type InputProps, textIn } from '../form-field.ts'
import styles from '../form.module.css'

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)
const unset = '#808080'

/** A colour, picked or written: any way of writing one that other tools understand is accepted. */
export function ColourControl({ field, control, value, onChange }: InputProps<'colour'>) {
  const text = textIn(value)
  return (
    <div className={styles.colour}>
      <input
        type="color"
        aria-label={`Pick the ${field.label.toLowerCase()}`}
        className={styles.swatch}
        value={isHex(text) ? text.toLowerCase() : unset}
        disabled={field.isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
      <Input
        {...control}
        autoComplete="off"
        placeholder="#0d6656"
        value={text}
        disabled={field.isFixed}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
