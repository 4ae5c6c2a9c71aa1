import type { OnCallProvider } from '@svc/model'
import type { PersonKey } from './people.ts'

interface BindingBase {
  readonly scope: 'team' | 'component' | 'resource'
  readonly target: string
  readonly label: string
}

/** Somebody at a service desk, who is not a member. */
export interface Outsider {
  readonly name: string
  readonly email?: string
  readonly phone?: string
}

/** Managed in svc: one person, or several who take weekly turns. */
interface RotaBinding extends BindingBase {
  readonly provider: 'manual'
  readonly people: readonly [PersonKey, ...(PersonKey | Outsider)[]]
  /** Who stands in for a day of the next shift. */
  readonly standIn?: PersonKey
  /** The rota ends in the middle of the next shift, and nobody has noticed yet. */
  readonly endsSoon?: true
}

/** From an on-call provider. */
interface ProviderBinding extends BindingBase {
  readonly provider: OnCallProvider
  readonly scheduleId?: string
  readonly serviceId?: string
  /** The person it named in its last answer. */
  readonly person: PersonKey
  /** Why its last refresh failed. */
  readonly failure?: string
}

export type Binding = RotaBinding | ProviderBinding

export const bindings: readonly Binding[] = [
  {
    scope: 'team',
    target: 'storefront',
    provider: 'manual',
    label: 'Shop hours',
    people: ['luca', 'noor'],
  },
  { scope: 'team', target: 'apps', provider: 'manual', label: 'Shop hours', people: ['mei', 'oskar'] },
  {
    scope: 'team',
    target: 'discovery',
    provider: 'manual',
    label: 'Office hours',
    people: ['priya', 'viktor'],
  },
  {
    scope: 'team',
    target: 'checkout',
    provider: 'pagerduty',
    scheduleId: 'PCHK7Q2',
    label: 'Around the clock',
    person: 'rafael',
  },
  {
    scope: 'team',
    target: 'payments',
    provider: 'pagerduty',
    serviceId: 'PPAY4L9',
    label: 'Around the clock',
    person: 'elif',
  },
  { scope: 'team', target: 'customers', provider: 'manual', label: 'Shop hours', people: ['ruth', 'amelie'] },
  { scope: 'team', target: 'range', provider: 'manual', label: 'Office hours', people: ['sofia', 'zuzana'] },
  {
    scope: 'team',
    target: 'hubs',
    provider: 'manual',
    label: 'Hub hours, 05–23',
    people: [
      'anouk',
      'hanneke',
      { name: 'Hub control room', email: 'control-room@brambling.example', phone: '+49 30 5550 117' },
    ],
  },
  {
    scope: 'team',
    target: 'supply',
    provider: 'manual',
    label: 'Office hours',
    people: ['declan', 'zuzana'],
    endsSoon: true,
  },
  {
    scope: 'team',
    target: 'delivery',
    provider: 'manual',
    label: 'While bikes are out',
    people: ['callum', 'greta', 'stefan'],
    standIn: 'stefan',
  },
  { scope: 'team', target: 'data', provider: 'manual', label: 'Best effort', people: ['kwame', 'viktor'] },
  {
    scope: 'team',
    target: 'platform',
    provider: 'manual',
    label: 'Around the clock',
    people: ['jonas', 'tomasz', 'ines'],
  },
  {
    scope: 'component',
    target: 'cold-chain-monitor',
    provider: 'opsgenie',
    scheduleId: 'a80b44f1-cold-chain',
    label: 'Cold rooms, nights',
    person: 'hanneke',
    failure: 'Opsgenie answered 429 Too Many Requests.',
  },
  {
    scope: 'component',
    target: 'login-service',
    provider: 'manual',
    label: 'Key rotation',
    people: ['tomasz'],
  },
  { scope: 'resource', target: 'payments-db', provider: 'manual', label: 'Restores', people: ['yusuf'] },
  {
    scope: 'resource',
    target: 'insight-warehouse',
    provider: 'manual',
    label: 'Query limits',
    people: ['viktor'],
  },
]
