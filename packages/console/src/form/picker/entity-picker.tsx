import { Combobox } from '@base-ui/react/combobox'
import type { NamedRecord } from '@svc/client'
import { kindNamed, maxSearch } from '@svc/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMode } from '../../session/mode.tsx'
import { useSettled } from './use-settled.ts'
import { classes } from '../../design/classes.ts'
import field from '../../design/field.module.css'
import menu from '../../design/menu.module.css'
import { entityKindOf } from '../../values/entity-look.ts'
import styles from './entity-picker.module.css'

interface EntityPickerProps {
  readonly label: string
  readonly placeholder: string
  /** Only finds records of this kind; without it, of every kind that can be in the graph. */
  readonly kind?: string
  onPick(found: NamedRecord): void
}

/** Finds an entity of any kind by its name. */
export function EntityPicker({ label, placeholder, kind, onPick }: EntityPickerProps) {
  const { client, mode } = useMode()
  const [q, setQ] = useState('')
  const asked = useSettled(q.trim()).slice(0, maxSearch)
  const search = useQuery({
    queryKey: [mode, 'search', asked, kind],
    queryFn: ({ signal }) =>
      client.call('searchEverything', { query: { q: asked, ...(kind && { kind }) }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = (asked === '' ? [] : (search.data?.results ?? [])).filter(
    (one) => entityKindOf(one.kind) !== undefined,
  )
  return (
    <Combobox.Root<NamedRecord>
      items={found}
      filter={null}
      value={null}
      inputValue={q}
      onInputValueChange={(value) => setQ(value)}
      itemToStringLabel={({ name }) => name}
      onValueChange={(one) => {
        if (!one) return
        setQ('')
        onPick(one)
      }}
      autoHighlight
    >
      <Combobox.Input
        className={classes(field.control, styles.input)}
        aria-label={label}
        placeholder={placeholder}
      />
      <Combobox.Portal>
        <Combobox.Positioner className={menu.positioner} sideOffset={4} align="start">
          <Combobox.Popup className={classes(menu.popup, styles.popup)}>
            <Combobox.Empty className={styles.empty}>
              {asked === '' ? 'Type part of its name.' : search.isFetching ? 'Searching…' : 'Nothing found.'}
            </Combobox.Empty>
            <Combobox.List>
              {(one: NamedRecord) => (
                <Combobox.Item key={one.id} value={one} className={menu.item}>
                  {one.name}
                  <span className={styles.kind}>{kindNamed(one.kind).noun}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
