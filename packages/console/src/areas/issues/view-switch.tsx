import { kinds } from '@svc/model'
import { SquareKanban, TableProperties } from 'lucide-react'
import { Views } from '../../design/views.tsx'

const views = [
  { to: kinds.issue.path, label: 'Table', icon: TableProperties },
  { to: `${kinds.issue.path}/board`, label: 'Board', icon: SquareKanban },
] as const

export const ViewSwitch = () => <Views views={views} />
