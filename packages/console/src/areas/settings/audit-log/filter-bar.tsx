import { allKinds, keyInWords, kinds } from '@svc/model'
import { X } from 'lucide-react'
import { RefPicker } from '../../../form/picker/ref-picker.tsx'
import { useSearchText } from '../../../form/picker/use-search-text.ts'
import { Button } from '../../../design/button.tsx'
import { Input } from '../../../design/field.tsx'
import { Select } from '../../../design/select.tsx'
import styles from './audit-log.module.css'
import type { Filters } from './use-audit-log.ts'

interface FilterBarProps {
  readonly filters: Filters
  onChange(changes: Filters): void
  onClear(): void
}

const anyOf = (label: string) => ({ value: '', label })

const kindOptions = allKinds
  .filter(({ unlogged }) => !unlogged)
  .map(({ name, noun }) => ({ value: name, label: keyInWords(noun) }))
  .sort((a, b) => a.label.localeCompare(b.label))

export function FilterBar({ filters, onChange, onClear }: FilterBarProps) {
  const { subjectKind = '', subjectId, actorId = '', type = '', since = '', until = '' } = filters
  const isFiltered = Object.keys(filters).length > 0
  return (
    <search className={styles.filters} aria-label="Filters">
      <div className={styles.filter}>
        <Select
          aria-label="Kind"
          value={subjectKind}
          options={[anyOf('Every kind'), ...kindOptions]}
          onChange={(next) => onChange({ subjectKind: next })}
        />
      </div>
      <div className={styles.filter}>
        <RefPicker
          aria-label="Who"
          kind={kinds.user}
          value={actorId || null}
          placeholder="Everyone"
          onChange={(next) => onChange({ actorId: next ?? '' })}
        />
      </div>
      <TypeInput value={type} onChange={(next) => onChange({ type: next })} />
      <Input
        className={styles.date}
        type="date"
        aria-label="From date"
        value={since}
        onChange={({ target }) => onChange({ since: target.value })}
      />
      <Input
        className={styles.date}
        type="date"
        aria-label="Before date"
        value={until}
        onChange={({ target }) => onChange({ until: target.value })}
      />
      {subjectId && (
        <Button aria-label="Remove the filter on this record" onClick={() => onChange({ subjectId: '' })}>
          {subjectId}
          <X aria-hidden />
        </Button>
      )}
      {isFiltered && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  )
}

/** Exact, as in the API; applied once typing pauses. */
function TypeInput({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const [draft, setDraft] = useSearchText(value, onChange)
  return (
    <Input
      className={styles.type}
      aria-label="Event type"
      placeholder="Type, e.g. issue.created"
      spellCheck={false}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
    />
  )
}
