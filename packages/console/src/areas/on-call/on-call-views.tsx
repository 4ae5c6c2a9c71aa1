import { kinds } from '@svc/model'
import { CalendarDays, TableProperties } from 'lucide-react'
import { Views } from '../../design/views.tsx'

const views = [
  { to: '/oncall', label: 'Week', icon: CalendarDays },
  { to: kinds.oncallBinding.path, label: 'Bindings', icon: TableProperties },
] as const

export const OnCallViews = () => <Views views={views} />
