import type { Kind } from '@svc/model'
import type { ReactElement } from 'react'
import { Menu } from '../../design/menu.tsx'
import type { ListState } from '../use-list-state.ts'
import { groupingsOf } from './group-by.ts'

interface GroupChooserProps {
  readonly kind: Kind
  readonly state: ListState
  readonly button: ReactElement
}

/** By what the list is grouped; the choice is in the address. */
export const GroupChooser = ({ kind, state, button }: GroupChooserProps) => (
  <Menu
    trigger={button}
    isOpenAtFirst
    items={[
      { label: 'No groups', onSelect: () => state.set({ group: null }) },
      ...groupingsOf(kind).map(({ name, label }) => ({
        label: `By ${label.toLowerCase()}`,
        onSelect: () => state.set({ group: name }),
      })),
    ]}
  />
)
