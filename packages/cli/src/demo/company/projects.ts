import { type Item, outline, word } from '../outline.ts'

export interface Project {
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly team: string | null
  readonly platform: string
  readonly type: string
  /** Null where nobody has thought about it. */
  readonly tier: number | null
  readonly lifecycle: string | null
  readonly tags: readonly string[]
  readonly system: string
  readonly isArchived: boolean
}

/** Under each team: the repository, what it runs on, the system it is part of, its tier, its lifecycle, the name. */
const text = `
storefront
  web-shop web shop-window 1 production: Web Shop #customer-facing
    The shop in the browser. Server-rendered, works without scripts as far as the basket.
  shop-gateway backend shop-window 1 production: Shop Gateway #customer-facing #graphql
    One GraphQL endpoint for the web shop; fans out to the services and keeps their answers for a few seconds.
  content-service backend shop-window 3 production: Content Service
    Recipes, landing pages and the banners that marketing changes on Friday afternoons.
apps
  ios-shop ios shop-window 1 production: Shop for iOS #customer-facing #mobile
    The shop on iPhone and iPad. Released every second Tuesday.
  android-shop android shop-window 1 production: Shop for Android #customer-facing #mobile
    The shop on Android. Released every second Tuesday, staged over three days.
  apps-gateway backend shop-window 1 production: Apps Gateway #graphql
    GraphQL for the apps. Keeps three app versions working at a time and knows every device for push messages.
discovery
  search-service backend finding 2 production: Search #customer-facing
    Full-text search over the range of one city's hubs, with suggestions while typing.
  search-indexer backend finding 2 production: Search Indexer
    Listens to product, price and stock changes and keeps the search index at most a minute behind.
  recommendations backend finding 3 experimental: Recommendations #machine-learning
    "You usually buy" and "goes well with". Models are trained at night; answers come from a feature store.
checkout
  basket-service backend ordering 1 production: Basket #critical
    Holds baskets for thirty days and prices them at every change.
  checkout-service backend ordering 1 production: Checkout #critical
    Turns a basket into an order: reserves stock, holds the slot, takes the payment, in that order.
  slot-service backend ordering 1 production: Delivery Slots
    Which two-hour windows can still be had at an address, from the capacity of pickers and bikes.
  promotions backend ordering 2 deprecated: Promotions
    Discounts, vouchers and the rules about which may be combined.
payments
  payment-service backend money 1 production: Payments #pci #critical
    Talks to the card processor and to the banks. The only service that may.
  refund-worker backend money 2 production: Refunds #pci
    Pays back missing and damaged items, by the rules that care and finance agreed on.
  invoice-service backend money 2 production: Invoices #finance
    Writes invoices and credit notes, with the VAT of the country of the hub.
  deposit-ledger backend money 2 production: Deposit Ledger #finance
    Double-entry bookkeeping for bottle and crate deposits: what is out, what came back on the bike.
customers
  accounts-service backend regulars 1 production: Accounts #personal-data
    Customers, addresses, consents and the right to be forgotten.
  loyalty-service backend regulars 3 production: Sprigs
    Loyalty points, called sprigs. Ten sprigs are a bunch of herbs.
  care-desk web regulars 2 production: Care Desk #personal-data
    What customer care has open all day: the order, the rider, the chat and the refund button on one screen.
  notification-service backend regulars 2 production: Notifications #personal-data
    E-mail, text and push, each at most once, and none between ten at night and seven in the morning.
range
  product-catalogue backend range 1 production: Product Catalogue
    The truth about products: names in five languages, allergens, weights, pictures.
  price-service backend range 1 production: Prices
    The price of a product in a hub at a moment, with the weekly offers.
hubs
  picking-app android hub-floor 1 production: Picking App #mobile #offline
    Runs on the wrist scanners of the pickers. Must work in the cold room, where there is no network.
  picking-service backend hub-floor 1 production: Picking
    Splits orders into pick runs and decides what replaces a product that is not there.
  stock-service backend hub-floor 1 production: Stock #critical
    How much of what lies where in each hub, and how much of that is already promised.
  cold-chain-monitor backend hub-floor 2 production: Cold Chain Monitor #iot
    Reads eight hundred temperature sensors and wakes someone before the ice cream melts.
  label-printer backend hub-floor: Label Printer
supply
  replenishment backend supply-chain 2 production: Replenishment
    Proposes purchase orders each night and sends those below the limit without asking.
  supplier-portal web supply-chain 3 production: Supplier Portal
    Where suppliers confirm orders, announce deliveries and upload new products.
  demand-forecast backend supply-chain 3 production: Demand Forecast #machine-learning
    How many of each product a hub will sell on each of the next fourteen days.
delivery
  route-planner backend last-mile 1 production: Route Planner
    Plans tours for the bikes every five minutes: time windows, hills, battery and crate space.
  rider-app android last-mile 1 production: Rider App #mobile
    Shows riders the next stop, the door code and the crates to bring back.
  tracking-service backend last-mile 2 production: Tracking #personal-data
    Where the rider is and when they will ring, for customers and for care.
  bike-telemetry backend last-mile 3 experimental: Bike Telemetry #iot
    Position, battery and brake wear from three hundred cargo bikes, every ten seconds.
data
  event-pipeline backend groundwork 3 production: Event Pipeline
    Collects what happens in the shop and the services, checks it against the schemas and stores it in the lake.
  insight-models backend groundwork 4 experimental: Insight Models #finance
    The warehouse models behind the dashboards: orders, margins, baskets, waste.
platform
  login-service backend groundwork 1 production: Sign-in #critical #personal-data
    OpenID Connect for customers, riders, suppliers and staff.
  release-train backend groundwork 2 production: Release Train
    Builds, checks and rolls out everything else. If it is red, nothing moves.
nobody
  old-shop web archived 4 retired: Old Shop
    The shop from before the move. Switched off; kept to look things up.
`

const types: Readonly<Record<string, string>> = { web: 'website', ios: 'app', android: 'app' }

export const projects: readonly Project[] = outline(text).map(toProject)

function toProject(item: Item): Project {
  const platform = word(item, 1)
  const system = word(item, 2)
  // Nobody remembers who wrote the label printer: every catalog has one of these.
  const hasOwner = item.heading !== 'nobody' && item.detail !== ''
  return {
    key: word(item, 0),
    name: item.title,
    description: item.detail || null,
    team: hasOwner ? item.heading : null,
    platform,
    type: types[platform] ?? 'service',
    tier: Number(item.words[3] ?? 0) || null,
    lifecycle: item.words[4] ?? null,
    tags: item.tags,
    system,
    isArchived: system === 'archived',
  }
}

export function projectOf(key: string): Project {
  const found = projects.find((one) => one.key === key)
  if (!found) throw new Error(`The demo has no project ${key}.`)
  return found
}
