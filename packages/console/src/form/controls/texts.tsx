import { WordsInput } from '../../design/words-input.tsx'
import { type InputProps, textsIn } from '../form-field.ts'

export const TextsControl = ({ field, control, value, onChange }: InputProps<'texts'>) => (
  <WordsInput
    {...control}
    value={textsIn(value)}
    placeholder={field.of.placeholder}
    suggestions={field.of.suggestions}
    isDisabled={field.isFixed ?? false}
    onChange={onChange}
  />
)
