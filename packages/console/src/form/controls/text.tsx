import { Input } from '../../design/field.tsx'
import { type InputProps, textIn } from '../form-field.ts'

/** A line of text. */
export const TextControl = ({ field, control, value, onChange }: InputProps<'text'>) => (
  <Input
    {...control}
    // It decides which keys a phone shows; what is wrong is for the model to say.
    type={field.of.input}
    placeholder={field.of.placeholder}
    autoComplete="off"
    value={textIn(value)}
    disabled={field.isFixed}
    onChange={({ target }) => onChange(target.value)}
  />
)
