import type { Kind } from '@svc/model'
import type { ReactElement } from 'react'
import { Popover } from '../design/popover.tsx'
import { FilterControl } from './filter-control.tsx'
import type { ListState } from './use-list-state.ts'

interface FiltersProps {
  readonly kind: Kind
  readonly names: readonly string[]
  readonly state: ListState
  readonly button: ReactElement
}

export const Filters = ({ kind, names, state, button }: FiltersProps) => (
  <Popover title="Filters" trigger={button} isOpenAtFirst>
    {names.map((name) => (
      <FilterControl key={name} kind={kind} name={name} state={state} />
    ))}
  </Popover>
)
