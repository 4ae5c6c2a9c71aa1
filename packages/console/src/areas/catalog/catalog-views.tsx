import { LayoutGrid, TableProperties } from 'lucide-react'
import { Views } from '../../design/views.tsx'
import { everything } from './everything.ts'

const views = [
  { to: '/catalog', label: 'Overview', icon: LayoutGrid },
  { to: everything.path, label: 'List', icon: TableProperties },
] as const

/** The two views of the catalog. */
export const CatalogViews = () => <Views views={views} />
