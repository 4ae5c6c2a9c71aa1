import { kinds } from '@svc/model'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Button } from '../../../design/button.tsx'
import type { VaultItemProps } from '../../../values/area-parts.ts'
import type { ControlProps } from '../../../design/field.tsx'
import { Select } from '../../../design/select.tsx'
import { WordsInput } from '../../../design/words-input.tsx'
import { AddItemDialog } from './add-item-dialog.tsx'
import styles from './vault.module.css'

/** The keywords of the vault, with the names of their items. */
function useKeywords(): readonly { readonly keyword: string; readonly name: string }[] {
  const found = useRecords(kinds.secret)
  return (found.data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap(({ keyword, name }) =>
      typeof keyword === 'string' ? [{ keyword, name: String(name) }] : [],
    ),
  )
}

interface KeywordPickerProps extends ControlProps {
  readonly value: string
  readonly isRequired: boolean
  onChange(value: string): void
}

/** Secrets are never typed into a form: they go into the vault, and their item is chosen here. */
function KeywordPicker({ value, isRequired, onChange, ...control }: KeywordPickerProps) {
  const known = useKeywords()
  const [isAdding, setAdding] = useState(false)
  const isKnown = value === '' || known.some(({ keyword }) => keyword === value)
  const options = [
    ...(isRequired ? [] : [{ value: '', label: 'None' }]),
    ...(isKnown ? [] : [{ value, label: value }]),
    ...known.map(({ keyword, name }) => ({ value: keyword, label: `${name} (${keyword})` })),
  ]
  return (
    <div className={styles.picker}>
      <Select
        {...control}
        value={value === '' && isRequired ? null : value}
        options={options}
        placeholder={known.length === 0 ? 'The vault has no items yet' : 'Choose a vault item…'}
        onChange={onChange}
      />
      <Button onClick={() => setAdding(true)}>
        <Plus aria-hidden />
        Add to the vault
      </Button>
      {isAdding && <AddItemDialog onAdded={onChange} onClose={() => setAdding(false)} />}
    </div>
  )
}

interface KeywordsInputProps extends ControlProps {
  readonly value: readonly string[]
  onChange(value: readonly string[]): void
}

const KeywordsInput = (props: KeywordsInputProps) => (
  <WordsInput {...props} suggestions={useKeywords().map(({ keyword }) => keyword)} />
)

/** One keyword of the vault, or several. */
export const KeywordControl = ({ value, isList, isRequired, onChange, ...control }: VaultItemProps) =>
  isList ? (
    <KeywordsInput {...control} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  ) : (
    <KeywordPicker {...control} value={String(value ?? '')} isRequired={isRequired} onChange={onChange} />
  )
