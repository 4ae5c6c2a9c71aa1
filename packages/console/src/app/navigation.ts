import { allKinds, capital, type Kind, kinds, type Section, sections, severalOfKind } from '@svc/model'
import { CircleDollarSign, House, LayoutGrid, type LucideIcon, Network, Settings } from 'lucide-react'
import { iconOfKind } from '../values/kind-icon.ts'

export interface Place {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  /** The key that goes there after G. */
  readonly key?: string | undefined
  /** How a list is opened. */
  readonly search?: Readonly<Record<string, string>> | undefined
}

export interface PlaceGroup {
  readonly label: string | null
  readonly places: readonly Place[]
}

/** Pages that are not the list of a kind. */
const pages: readonly (Place & { readonly section: Section; readonly position: number })[] = [
  { section: 'catalog', position: 0, label: 'Everything', to: '/catalog', icon: LayoutGrid },
  { section: 'catalog', position: 90, label: 'Dependencies', to: '/graph', icon: Network, key: 'g' },
  { section: 'delivery', position: 20, label: 'Costs', to: '/costs', icon: CircleDollarSign },
]

/** Kinds that are reached through a page that says more than their list. */
const frontPages: Readonly<Record<string, string>> = { [kinds.oncallBinding.name]: '/oncall' }

const listOf = ({ name, path, noun, place }: Kind & { readonly place: NonNullable<Kind['place']> }) => ({
  ...place,
  label: place.label ?? capital(severalOfKind({ noun })),
  to: frontPages[name] ?? path,
  search: place.opensWith,
  icon: iconOfKind(name),
})

const lists = allKinds.flatMap((kind) => (kind.place ? [listOf({ ...kind, place: kind.place })] : []))

const groupOf = (section: Section): PlaceGroup => ({
  label: capital(section),
  places: [...pages, ...lists]
    .filter((place) => place.section === section)
    .sort((a, b) => a.position - b.position)
    .map(({ label, to, icon, key, search }) => ({ label, to, icon, key, search })),
})

/** The sidebar, in the order in which people look for things. */
export const navigation: readonly PlaceGroup[] = [
  { label: null, places: [{ label: 'Home', to: '/', icon: House, key: 'h' }] },
  ...sections.map(groupOf),
  { label: null, places: [{ label: 'Settings', to: '/settings', icon: Settings }] },
]
