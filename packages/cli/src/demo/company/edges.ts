import { type Item, outline, word } from '../outline.ts'

/** Who needs what, beyond the databases and queues that are a project's own. */
const text = `
web-shop
  consumes_api: shop-graph, login-oidc, tracking-stream
  consumes_api soft: event-collect
shop-gateway
  consumes_api: content-api, search-api, suggest-api, basket-api, checkout-api, slot-api
  consumes_api: account-api, price-api
  consumes_api soft: recommend-api, loyalty-api
    The page is shown without them.
ios-shop
  consumes_api: apps-graph, login-oidc, tracking-stream
android-shop
  consumes_api: apps-graph, login-oidc, tracking-stream
apps-gateway
  consumes_api: search-api, suggest-api, basket-api, checkout-api, slot-api, account-api, loyalty-api
search-service
  consumes_api: price-api
search-indexer
  consumes_api: catalogue-api, catalogue-events, price-events, stock-events
  writes_to: search-cluster
    Builds the new index beside the old one, then swaps the alias.
recommendations
  consumes_api: catalogue-api, order-events
basket-service
  consumes_api: price-api, promo-api, stock-api, catalogue-api
checkout-service
  consumes_api: basket-api, slot-api, payment-api, promo-api, address-api, stock-api, deposit-api
slot-service
  consumes_api: route-api, picking-api, order-events
promotions
  consumes_api: account-api
payment-service
  consumes_api: account-api
refund-worker
  consumes_api: payment-api, order-api, deposit-api
invoice-service
  consumes_api: order-events, payment-events
deposit-ledger
  consumes_api: order-events
accounts-service
  consumes_api: notify-api
loyalty-service
  consumes_api: order-events, account-events
care-desk
  consumes_api: order-api, refund-api, account-api, tracking-api, voucher-api
  consumes_api: order-api-v1
    For orders from before the move. Ends when the old cases are closed.
notification-service
  consumes_api: order-events, slot-events, device-registry
  writes_to: apps-push
price-service
  consumes_api: catalogue-events, forecast-api
picking-app
  consumes_api: picking-api, login-oidc
picking-service
  consumes_api: order-events, stock-api, catalogue-api
stock-service
  consumes_api: picking-events, purchase-api
cold-chain-monitor
  consumes_api: notify-api
replenishment
  consumes_api: forecast-api, stock-api, supplier-edi
supplier-portal
  consumes_api: purchase-api, catalogue-import, login-oidc
demand-forecast
  reads_from: insight-warehouse
    Two years of sales, every night at one.
route-planner
  consumes_api: order-api, bike-api
rider-app
  consumes_api: route-api, tracking-api, login-oidc, deposit-api
tracking-service
  consumes_api: route-api, bike-api, order-events
event-pipeline
  consumes_api: order-events, basket-events
insight-models
  reads_from: events-lake
label-printer
  consumes_api: order-api-v1
    Nobody knows why it needs this; it prints nothing without it.
  depends_on: picking-service
release-train
  consumes_api: login-oidc
`

export interface Use {
  readonly from: string
  readonly type: string
  readonly criticality: 'hard' | 'soft'
  readonly to: string
  readonly description: string | null
}

export const uses: readonly Use[] = outline(text).flatMap(toUses)

function toUses(item: Item): readonly Use[] {
  const criticality = item.words[1] === 'soft' ? ('soft' as const) : ('hard' as const)
  const use = { from: item.heading, type: word(item, 0), criticality, description: item.detail || null }
  return item.title.split(', ').map((to) => ({ ...use, to }))
}

/** Which systems cannot do without which. */
export const systemUses = [
  ['shop-window', 'ordering'],
  ['shop-window', 'finding'],
  ['ordering', 'money'],
  ['ordering', 'hub-floor'],
  ['ordering', 'last-mile'],
  ['hub-floor', 'supply-chain'],
  ['regulars', 'money'],
] as const
