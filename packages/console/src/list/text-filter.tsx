import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import type { ControlProps } from '../design/field.tsx'
import field from '../design/field.module.css'
import menu from '../design/menu.module.css'
import styles from '../design/picker.module.css'
import { TallyMark } from '../design/tally.tsx'
import type { FacetCounts } from './use-facet-counts.ts'

interface TextFilterProps {
  readonly control: ControlProps
  readonly value: string | null
  readonly counts: FacetCounts
  onCommit(value: string | null): void
}

/** Any text; the values that records have are suggested, with how many have them. */
export function TextFilter({ control, value, counts, onCommit }: TextFilterProps) {
  const [text, setText] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  // Cleared or changed elsewhere; a new control for it would lose the focus.
  if (shown !== value) {
    setShown(value)
    setText(value ?? '')
  }
  const commit = (next: string) => next.trim() !== (value ?? '') && onCommit(next.trim() || null)
  return (
    <Autocomplete.Root
      items={counts.common}
      value={text}
      openOnInputClick
      onValueChange={(next, { reason }) => {
        setText(next)
        if (reason === 'item-press') commit(next)
      }}
    >
      <Autocomplete.Input
        {...control}
        className={field.control}
        placeholder="any"
        onBlur={() => commit(text)}
        onKeyDown={({ key, currentTarget }) => {
          // With a suggestion highlighted, Enter chooses that.
          if (key === 'Enter' && !currentTarget.getAttribute('aria-activedescendant')) commit(text)
        }}
      />
      {counts.common.length > 0 && (
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={menu.positioner} sideOffset={4}>
            <Autocomplete.Popup className={styles.popup}>
              <Autocomplete.List>
                {(one: string) => (
                  <Autocomplete.Item key={one} value={one} className={menu.item}>
                    <span className={styles.name}>{one}</span>
                    <TallyMark tally={counts.of(one)} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  )
}
