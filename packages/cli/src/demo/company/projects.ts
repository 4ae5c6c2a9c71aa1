import { type Item, outline, word } from '../outline.ts'

export interface Project {
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly team: string | null
  readonly platform: string
  readonly system: string
  readonly isArchived: boolean
}

/** Under each team: the repository, what it runs on, the system it is part of, the name. */
const text = `
storefront
  web-shop web shop-window: Web Shop
    The shop in the browser. Server-rendered, works without scripts as far as the basket.
  shop-gateway backend shop-window: Shop Gateway
    One GraphQL endpoint for the web shop; fans out to the services and keeps their answers for a few seconds.
  content-service backend shop-window: Content Service
    Recipes, landing pages and the banners that marketing changes on Friday afternoons.
apps
  ios-shop ios shop-window: Shop for iOS
    The shop on iPhone and iPad. Released every second Tuesday.
  android-shop android shop-window: Shop for Android
    The shop on Android. Released every second Tuesday, staged over three days.
  apps-gateway backend shop-window: Apps Gateway
    GraphQL for the apps. Keeps three app versions working at a time and knows every device for push messages.
discovery
  search-service backend finding: Search
    Full-text search over the range of one city's hubs, with suggestions while typing.
  search-indexer backend finding: Search Indexer
    Listens to product, price and stock changes and keeps the search index at most a minute behind.
  recommendations backend finding: Recommendations
    "You usually buy" and "goes well with". Models are trained at night; answers come from a feature store.
checkout
  basket-service backend ordering: Basket
    Holds baskets for thirty days and prices them at every change.
  checkout-service backend ordering: Checkout
    Turns a basket into an order: reserves stock, holds the slot, takes the payment, in that order.
  slot-service backend ordering: Delivery Slots
    Which two-hour windows can still be had at an address, from the capacity of pickers and bikes.
  promotions backend ordering: Promotions
    Discounts, vouchers and the rules about which may be combined.
payments
  payment-service backend money: Payments
    Talks to the card processor and to the banks. The only service that may.
  refund-worker backend money: Refunds
    Pays back missing and damaged items, by the rules that care and finance agreed on.
  invoice-service backend money: Invoices
    Writes invoices and credit notes, with the VAT of the country of the hub.
  deposit-ledger backend money: Deposit Ledger
    Double-entry bookkeeping for bottle and crate deposits: what is out, what came back on the bike.
customers
  accounts-service backend regulars: Accounts
    Customers, addresses, consents and the right to be forgotten.
  loyalty-service backend regulars: Sprigs
    Loyalty points, called sprigs. Ten sprigs are a bunch of herbs.
  care-desk web regulars: Care Desk
    What customer care has open all day: the order, the rider, the chat and the refund button on one screen.
  notification-service backend regulars: Notifications
    E-mail, text and push, each at most once, and none between ten at night and seven in the morning.
range
  product-catalogue backend range: Product Catalogue
    The truth about products: names in five languages, allergens, weights, pictures.
  price-service backend range: Prices
    The price of a product in a hub at a moment, with the weekly offers.
hubs
  picking-app android hub-floor: Picking App
    Runs on the wrist scanners of the pickers. Must work in the cold room, where there is no network.
  picking-service backend hub-floor: Picking
    Splits orders into pick runs and decides what replaces a product that is not there.
  stock-service backend hub-floor: Stock
    How much of what lies where in each hub, and how much of that is promised already.
  cold-chain-monitor backend hub-floor: Cold Chain Monitor
    Reads eight hundred temperature sensors and wakes someone before the ice cream melts.
  label-printer backend hub-floor: Label Printer
supply
  replenishment backend supply-chain: Replenishment
    Proposes purchase orders each night and sends those below the limit without asking.
  supplier-portal web supply-chain: Supplier Portal
    Where suppliers confirm orders, announce deliveries and upload new products.
  demand-forecast backend supply-chain: Demand Forecast
    How many of each product a hub will sell on each of the next fourteen days.
delivery
  route-planner backend last-mile: Route Planner
    Plans tours for the bikes every five minutes: time windows, hills, battery and crate space.
  rider-app android last-mile: Rider App
    Shows riders the next stop, the door code and the crates to bring back.
  tracking-service backend last-mile: Tracking
    Where the rider is and when they will ring, for customers and for care.
  bike-telemetry backend last-mile: Bike Telemetry
    Position, battery and brake wear from three hundred cargo bikes, every ten seconds.
data
  event-pipeline backend groundwork: Event Pipeline
    Collects what happens in the shop and the services, checks it against the schemas and stores it in the lake.
  insight-models backend groundwork: Insight Models
    The warehouse models behind the dashboards: orders, margins, baskets, waste.
platform
  login-service backend groundwork: Sign-in
    OpenID Connect for customers, riders, suppliers and staff.
  release-train backend groundwork: Release Train
    Builds, checks and rolls out everything else. If it is red, nothing moves.
nobody
  old-shop web archived: Old Shop
    The shop from before the move. Switched off; kept to look things up.
`

export const projects: readonly Project[] = outline(text).map(toProject)

function toProject(item: Item): Project {
  const system = word(item, 2)
  // Nobody remembers who wrote the label printer: every catalog has one of these.
  const hasOwner = item.heading !== 'nobody' && item.detail !== ''
  return {
    key: word(item, 0),
    name: item.title,
    description: item.detail || null,
    team: hasOwner ? item.heading : null,
    platform: word(item, 1),
    system,
    isArchived: system === 'archived',
  }
}

export function projectOf(key: string): Project {
  const found = projects.find((one) => one.key === key)
  if (!found) throw new Error(`The demo has no project ${key}.`)
  return found
}
