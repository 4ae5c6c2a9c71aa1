import { TextArea } from '../../design/field.tsx'
import { type InputProps, textIn } from '../form-field.ts'
import styles from '../form.module.css'

export const LongTextControl = ({ field, control, value, onChange }: InputProps<'longText'>) => (
  <TextArea
    {...control}
    className={field.of.isCode ? styles.code : undefined}
    spellCheck={!field.of.isCode}
    rows={field.of.rows}
    value={textIn(value)}
    disabled={field.isFixed}
    onChange={({ target }) => onChange(target.value)}
  />
)
