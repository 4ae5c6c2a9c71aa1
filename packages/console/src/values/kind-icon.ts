import { findKind, type Icon } from '@svc/model'
import {
  AlarmClock,
  Boxes,
  Cloud,
  FileCode2,
  FileText,
  Layers,
  type LucideIcon,
  NotebookText,
  PhoneCall,
  Rocket,
  Shapes,
  ShieldCheck,
  SquareCheckBig,
  Users,
} from 'lucide-react'

const icons = {
  'alarm-clock': AlarmClock,
  boxes: Boxes,
  cloud: Cloud,
  'file-code': FileCode2,
  layers: Layers,
  notebook: NotebookText,
  'phone-call': PhoneCall,
  rocket: Rocket,
  shapes: Shapes,
  'shield-check': ShieldCheck,
  'square-check': SquareCheckBig,
  users: Users,
} as const satisfies Record<Icon, LucideIcon>

/** The icon of a kind, by its name. */
export function iconOfKind(kindName: string): LucideIcon {
  const icon = findKind(kindName)?.place?.icon
  return icon ? icons[icon] : FileText
}
