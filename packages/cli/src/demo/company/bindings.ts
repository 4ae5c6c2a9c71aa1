import type { PersonKey } from './people.ts'

export interface Binding {
  readonly scope: 'team' | 'component' | 'resource'
  readonly target: string
  readonly provider: 'manual' | 'pagerduty' | 'opsgenie'
  readonly scheduleId?: string
  readonly label: string
  readonly person: PersonKey
  /** Why the provider's last answer failed. */
  readonly failure?: string
}

export const bindings = [
  { scope: 'team', target: 'storefront', provider: 'manual', label: 'Shop hours', person: 'noor' },
  { scope: 'team', target: 'apps', provider: 'manual', label: 'Shop hours', person: 'mei' },
  { scope: 'team', target: 'discovery', provider: 'manual', label: 'Office hours', person: 'viktor' },
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
    scheduleId: 'PPAY4L9',
    label: 'Around the clock',
    person: 'elif',
  },
  { scope: 'team', target: 'customers', provider: 'manual', label: 'Shop hours', person: 'ruth' },
  { scope: 'team', target: 'range', provider: 'manual', label: 'Office hours', person: 'sofia' },
  { scope: 'team', target: 'hubs', provider: 'manual', label: 'Hub hours, 05–23', person: 'anouk' },
  { scope: 'team', target: 'supply', provider: 'manual', label: 'Office hours', person: 'declan' },
  {
    scope: 'team',
    target: 'delivery',
    provider: 'opsgenie',
    scheduleId: '6f1d2c8e-delivery-primary',
    label: 'While bikes are out',
    person: 'callum',
  },
  { scope: 'team', target: 'data', provider: 'manual', label: 'Best effort', person: 'kwame' },
  {
    scope: 'team',
    target: 'platform',
    provider: 'pagerduty',
    scheduleId: 'PPLT1A5',
    label: 'Around the clock',
    person: 'jonas',
  },
  {
    scope: 'component',
    target: 'cold-chain-monitor',
    provider: 'opsgenie',
    scheduleId: 'a80b44f1-cold-chain',
    label: 'Cold rooms, nights',
    person: 'hanneke',
    failure: 'Opsgenie answered 429 Too Many Requests; the last known shift is shown.',
  },
  {
    scope: 'component',
    target: 'login-service',
    provider: 'manual',
    label: 'Key rotation',
    person: 'tomasz',
  },
  { scope: 'resource', target: 'payments-db', provider: 'manual', label: 'Restores', person: 'yusuf' },
  {
    scope: 'resource',
    target: 'insight-warehouse',
    provider: 'manual',
    label: 'Query limits',
    person: 'viktor',
  },
] as const satisfies readonly Binding[]
