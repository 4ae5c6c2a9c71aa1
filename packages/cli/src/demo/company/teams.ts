import type { PersonKey } from './people.ts'

export interface Team {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly color: string
  readonly slackChannel: string
  /** The lead first. */
  readonly members: readonly [PersonKey, ...PersonKey[]]
}

export const teams = [
  {
    key: 'storefront',
    name: 'Storefront',
    description: 'The web shop and everything people see before they put something in the basket.',
    color: '#2f6f4e',
    slackChannel: '#team-storefront',
    members: ['luca', 'noor'],
  },
  {
    key: 'apps',
    name: 'Apps',
    description: 'The shop on phones: iOS, Android and the gateway they talk to.',
    color: '#3867d6',
    slackChannel: '#team-apps',
    members: ['oskar', 'mei'],
  },
  {
    key: 'discovery',
    name: 'Discovery',
    description: 'Search, suggestions and recommendations. If you cannot find the oat milk, tell us.',
    color: '#8854d0',
    slackChannel: '#team-discovery',
    members: ['priya', 'viktor'],
  },
  {
    key: 'checkout',
    name: 'Checkout',
    description: 'From a full basket to a confirmed order with a delivery slot.',
    color: '#d1495b',
    slackChannel: '#team-checkout',
    members: ['maren', 'rafael', 'noor'],
  },
  {
    key: 'payments',
    name: 'Payments',
    description: 'Moves money: card payments, refunds, invoices and the deposit on bottles and crates.',
    color: '#b8860b',
    slackChannel: '#team-payments',
    members: ['yusuf', 'elif'],
  },
  {
    key: 'customers',
    name: 'Customers',
    description: 'Accounts, loyalty, messages and the tools that customer care works with all day.',
    color: '#c05299',
    slackChannel: '#team-customers',
    members: ['amelie', 'ruth'],
  },
  {
    key: 'range',
    name: 'Range',
    description: 'What we sell and what it costs: product data, pictures and prices.',
    color: '#e07a1f',
    slackChannel: '#team-range',
    members: ['sofia', 'zuzana'],
  },
  {
    key: 'hubs',
    name: 'Hub Operations',
    description: 'Software for the fourteen hubs: picking, stock and keeping cold things cold.',
    color: '#20808d',
    slackChannel: '#team-hubs',
    members: ['hanneke', 'anouk', 'hilde'],
  },
  {
    key: 'supply',
    name: 'Supply',
    description: 'Orders from suppliers before the shelf is empty, and not a week too early.',
    color: '#5c6b2f',
    slackChannel: '#team-supply',
    members: ['declan', 'zuzana'],
  },
  {
    key: 'delivery',
    name: 'Delivery',
    description: 'Routes, riders and three hundred cargo bikes.',
    color: '#0b7285',
    slackChannel: '#team-delivery',
    members: ['greta', 'callum', 'stefan'],
  },
  {
    key: 'data',
    name: 'Data',
    description: 'The event pipeline, the warehouse and the numbers that other teams decide by.',
    color: '#4b4e6d',
    slackChannel: '#team-data',
    members: ['kwame', 'viktor'],
  },
  {
    key: 'platform',
    name: 'Platform',
    description:
      'Accounts, clusters, sign-in and releases, so that the other teams need not think about them.',
    color: '#495057',
    slackChannel: '#team-platform',
    members: ['tomasz', 'jonas', 'ines'],
  },
] as const satisfies readonly Team[]
