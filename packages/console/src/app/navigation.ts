import { type Kind, kinds } from '@svc/model'
import {
  AlarmClock,
  Boxes,
  CircleDollarSign,
  Cloud,
  FileCode2,
  GitBranch,
  House,
  Layers,
  LayoutGrid,
  type LucideIcon,
  Network,
  NotebookText,
  PhoneCall,
  Rocket,
  Settings,
  Shapes,
  ShieldCheck,
  SquareCheckBig,
  Users,
} from 'lucide-react'

export interface Place {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  readonly kind?: Kind
}

export interface PlaceGroup {
  readonly label: string | null
  readonly places: readonly Place[]
}

const listOf = (kind: Kind, label: string, icon: LucideIcon): Place => ({ label, to: kind.path, icon, kind })

/** What stands in the margin, in the order in which people look for it. */
export const navigation: readonly PlaceGroup[] = [
  { label: null, places: [{ label: 'Home', to: '/', icon: House }] },
  {
    label: 'Catalog',
    places: [
      { label: 'Everything', to: '/catalog', icon: LayoutGrid },
      listOf(kinds.project, 'Projects', Boxes),
      listOf(kinds.api, 'APIs', FileCode2),
      listOf(kinds.resource, 'Resources', Cloud),
      listOf(kinds.system, 'Systems', Layers),
      listOf(kinds.domain, 'Domains', Shapes),
      listOf(kinds.team, 'Teams', Users),
      { label: 'Dependencies', to: '/graph', icon: Network },
    ],
  },
  {
    label: 'Operations',
    places: [
      listOf(kinds.issue, 'Issues', SquareCheckBig),
      listOf(kinds.slo, 'SLOs', AlarmClock),
      listOf(kinds.oncallBinding, 'On call', PhoneCall),
      listOf(kinds.runbook, 'Runbooks', NotebookText),
      listOf(kinds.scorecard, 'Scorecards', ShieldCheck),
    ],
  },
  {
    label: 'Delivery',
    places: [
      listOf(kinds.deployment, 'Deployments', Rocket),
      { label: 'Costs', to: '/costs', icon: CircleDollarSign },
      listOf(kinds.template, 'Templates', GitBranch),
    ],
  },
  { label: null, places: [{ label: 'Settings', to: '/settings', icon: Settings }] },
]
