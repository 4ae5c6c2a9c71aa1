import { kinds } from '@svc/model'
import { ListChecks, Table2 } from 'lucide-react'
import { Views } from '../../design/views.tsx'

const views = [
  { to: kinds.slo.path, label: 'Table', icon: Table2 },
  { to: `${kinds.slo.path}/review`, label: 'Review', icon: ListChecks },
]

export const SloViews = () => <Views views={views} />
