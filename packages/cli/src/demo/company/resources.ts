import { type Item, outline, word } from '../outline.ts'

export interface Resource {
  readonly key: string
  readonly description: string | null
  readonly project: string
  readonly isUnowned: boolean
  readonly kind: string
  readonly provider: string
  readonly lifecycle: string
  readonly tags: readonly string[]
}

/** Under each project: the name, its type, its provider, its lifecycle, whether nobody owns it. */
const text = `
web-shop
  web-assets-cdn cdn cloudflare production #edge
    Scripts, styles and pictures of the shop.
shop-gateway
  shop-edge-lb load_balancer aws production #edge
    In front of both gateways, with the rules that keep scrapers out.
  shop-gateway-cache cache aws production
    Answers of the services, for a few seconds each.
content-service
  content-db database aws production
    PostgreSQL 17, small, one replica.
  content-media bucket aws production unowned
apps-gateway
  apps-push other firebase production #pii
    Push messages to both app stores' phones.
search-service
  search-cluster database aws production
    OpenSearch, three nodes, one index for each city.
search-indexer
  reindex-queue queue aws production
    Changed products on their way into the index.
recommendations
  recommend-features cache aws production
    Customer and product features, loaded every night at three.
basket-service
  basket-store database aws production
    DynamoDB table; entries expire after thirty days.
checkout-service
  checkout-db database aws production #critical #backup-hourly
    PostgreSQL 17 with the orders. Two replicas, point-in-time recovery for 35 days.
  orders-topic topic aws production #critical
    Order events for everyone who cares.
slot-service
  slots-db database aws production
    Capacity by hub and slot, and who holds what.
  slots-cache cache aws production
promotions
  promo-db database planetscale production
    Rules and vouchers. Branches are used for trying out Easter.
payment-service
  payments-db database aws production #pci #critical #backup-hourly
    PostgreSQL 17 in the card-data account. Nobody has a direct login.
  payments-keys secret_store aws production #pci
    Keys for the processor and for signing webhooks, rotated every 90 days.
  payment-webhook-queue queue aws production #pci
    Webhooks as they came in, so that none is lost while we deploy.
refund-worker
  refunds-queue queue aws production
    Refunds waiting to be paid, with a dead-letter queue beside it.
invoice-service
  invoices-bucket bucket aws production #pii #retention-10y
    PDFs under object lock: ten years, by law.
  invoices-db database aws production #pii
    Invoice numbers without a gap, by country and year.
deposit-ledger
  deposit-db database aws production #backup-hourly
    Append-only bookings. The trigger that forbids updates is there on purpose.
accounts-service
  accounts-db database aws production #pii #critical #backup-hourly
    Customers and addresses, columns encrypted.
loyalty-service
  loyalty-db database planetscale production
    Sprig balances.
care-desk
  care-attachments bucket aws production #pii
    Photos of broken eggs.
  care-db database neon experimental #pii
    Cases and notes. On trial since the spring; decide before winter.
notification-service
  notify-queue queue aws production
product-catalogue
  catalogue-db database aws production
    PostgreSQL 17. The import writes, everyone else reads the replica.
  product-images bucket aws production
    Originals as the suppliers sent them.
  image-resizer function aws production unowned
    Makes the six sizes the shop needs, on first request.
price-service
  price-db database aws production
    Every price there ever was, with the moment from which it counted.
  price-cache cache aws production
picking-service
  picking-db database aws production
    Runs and lines of the last 14 days; older ones go to the lake.
stock-service
  stock-db database aws production #critical
    One schema for each hub, so that a slow hub slows nobody else.
  stock-topic topic aws production
cold-chain-monitor
  cold-chain-series database other production
    TimescaleDB on our own machine in the Bremen hub.
  sensor-inbox queue aws production
replenishment
  replenish-db database aws production
    Proposals, orders and the reasons why.
supplier-portal
  edi-dropbox bucket aws production unowned #partner
    SFTP in front, one folder for each supplier.
demand-forecast
  forecast-training bucket gcp production
    Training sets and models by week.
route-planner
  routing-cache cache aws production
    Travel times between stops, by hour of the day.
  road-graph bucket aws production unowned
    Bicycle map of nine cities, built every Sunday. Hills included.
tracking-service
  tracking-live cache aws production
    Last known position of every rider on tour.
bike-telemetry
  telemetry-inbox topic aws production #edge
    Everything the bikes say.
  telemetry-series database other experimental unowned
    Time series for the workshop; still being compared with the lake.
event-pipeline
  events-topic topic gcp production
    All events after the schema check.
  events-lake bucket gcp production #pii
    Events by day as Parquet. Personal fields are hashed on the way in.
insight-models
  insight-warehouse database gcp production
    BigQuery, with a daily limit since the invoice of last March.
login-service
  login-db database aws production #pii #critical
    Accounts for signing in; passkeys and sessions.
  login-signing-keys secret_store aws production #critical
    Keys that sign tokens. Two at a time, changed monthly.
old-shop
  old-shop-db database aws retired unowned
    A last dump is in cold storage.
`

export const resources: readonly Resource[] = outline(text).map(toResource)

function toResource(item: Item): Resource {
  return {
    key: word(item, 0),
    kind: word(item, 1),
    provider: word(item, 2),
    lifecycle: word(item, 3),
    project: item.heading,
    isUnowned: item.words[4] === 'unowned',
    description: item.detail || null,
    tags: item.tags,
  }
}
