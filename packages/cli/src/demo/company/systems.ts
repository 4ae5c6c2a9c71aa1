import { type Item, outline, word } from '../outline.ts'

export interface Domain {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly team: string
  readonly tags: readonly string[]
}

export interface System extends Domain {
  readonly domain: string
  readonly lifecycle: string
}

const domainText = `
domains
  shopping checkout: Shopping #customer-facing
    From "what shall we eat" to a paid order.
  customers customers: Money & Customers #customer-facing
    Who our customers are, what they owe us and what we owe them.
  fulfilment delivery: Fulfilment #operations
    From the supplier's lorry to the customer's door.
  company platform: Company Platform #internal
    What every team builds on.
`

/** Under each domain: the system, its team, its lifecycle, its name. */
const systemText = `
shopping
  shop-window storefront production: Shop Window #customer-facing
    Everything with a screen that customers use, and the gateways behind it.
  finding discovery production: Finding Things #customer-facing
    Search and recommendations.
  ordering checkout production: Ordering #customer-facing #critical
    Basket, slot, promotion, order. It earns the money, so it gets the pager.
customers
  money payments production: Money #pci #critical
    Payments, refunds, invoices and deposits.
  regulars customers production: Regulars
    Accounts, sprigs, messages and care.
fulfilment
  range range production: Range
    Products and prices.
  hub-floor hubs production: Hub Floor #operations
    Picking, stock and temperature in the hubs.
  supply-chain supply production: Supply Chain #operations
    Forecast, replenishment and suppliers.
  last-mile delivery production: Last Mile #operations #critical
    Tours, riders, bikes and the map the customer watches.
company
  groundwork platform production: Groundwork #internal
    Sign-in, releases, events and the warehouse.
`

const common = (item: Item) => ({
  key: word(item, 0),
  team: word(item, 1),
  name: item.title,
  description: item.detail,
  tags: item.tags,
})

export const domains: readonly Domain[] = outline(domainText).map(common)

export const systems: readonly System[] = outline(systemText).map((item) => ({
  ...common(item),
  lifecycle: word(item, 2),
  domain: item.heading,
}))
