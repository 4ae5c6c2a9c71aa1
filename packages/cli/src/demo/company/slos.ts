import { type Item, outline, word } from '../outline.ts'

/** How the last weeks went; the numbers are drawn when the demo is created. */
export type SloProfile = 'calm' | 'bumpy' | 'burning' | 'atRisk' | 'breached'

export interface Objective {
  readonly key: string
  readonly project: string
  readonly name: string
  readonly type: 'availability' | 'latency' | 'errorRate' | 'throughput' | 'custom'
  readonly target: number
  readonly window: 'rolling7d' | 'rolling30d' | 'rolling90d' | 'calendarMonth' | 'calendarQuarter'
  readonly profile: SloProfile
  readonly unit: string | null
  readonly dataSource: string | null
}

/** Under each project: the type, the target, the window, the profile, the unit. Below: the source. */
const text = `
web-shop
  availability 99.9 rolling30d calm %: Shop pages load
    Grafana: Storefront / page success ratio
  latency 95 rolling30d bumpy %: Pages are painted within 1.8 s
    Grafana: Storefront / LCP, real users
shop-gateway
  availability 99.95 rolling30d calm %: Shop Graph answers
    Grafana: Gateways / shop, share of non-5xx
apps-gateway
  availability 99.95 rolling30d calm %: Apps Graph answers
    Grafana: Gateways / apps, share of non-5xx
search-service
  latency 99 rolling7d bumpy %: Searches answer within 250 ms
    Grafana: Search / latency histogram
  availability 99.9 calendarMonth calm %: Search finds something
    Grafana: Search / answered queries
search-indexer
  custom 60 rolling7d calm changes/s: The index keeps up
    Grafana: Search / index throughput
recommendations
  latency 97 rolling30d calm %: Recommendations within 80 ms
    Grafana: Recommendations / latency histogram
basket-service
  availability 99.95 rolling30d bumpy %: Baskets can be changed
    Grafana: Ordering / basket success ratio
checkout-service
  availability 99.95 rolling30d breached %: Checkout goes through
    Grafana: Ordering / checkout success ratio, without declined cards
  latency 95 rolling7d atRisk %: Order placed within 3 s
    Grafana: Ordering / place-order histogram
  errorRate 0.5 calendarMonth calm %: Few orders need fixing by hand
    Warehouse: orders with a manual correction
slot-service
  availability 99.9 rolling30d burning %: Slots are shown
    Grafana: Ordering / slot success ratio
promotions
  errorRate 0.2 rolling30d calm %: Discounts are right
    Nightly recalculation of yesterday's orders
payment-service
  availability 99.99 rolling90d bumpy %: Payments can be taken
    Grafana: Money / authorisation attempts answered
  errorRate 0.1 calendarQuarter calm %: No payment without an order
    Nightly reconciliation with the processor
refund-worker
  latency 98 rolling30d calm %: Refunds are paid within a day
    Warehouse: refund age
accounts-service
  availability 99.95 rolling30d calm %: Accounts answer
    Grafana: Regulars / accounts success ratio
notification-service
  latency 99 rolling7d atRisk %: Delivery messages within 30 s
    Grafana: Regulars / time to hand-over
product-catalogue
  availability 99.9 calendarQuarter calm %: Product data can be read
    Grafana: Range / catalogue success ratio
price-service
  latency 99.5 rolling30d calm %: Prices within 20 ms
    Grafana: Range / price histogram
picking-service
  availability 99.9 rolling30d bumpy %: Scanners get their runs
    Grafana: Hub Floor / picking success ratio
  throughput 900 rolling7d calm lines/h: Lines picked at the busy hubs
    Warehouse: picked lines, hubs 1 to 4
stock-service
  errorRate 1.5 rolling30d breached %: What we promise is on the shelf
    Picking: lines that had to be replaced or dropped
cold-chain-monitor
  availability 99.5 calendarMonth calm %: Sensors are heard every minute
    Grafana: Hub Floor / fresh sensors
replenishment
  custom 95 rolling30d calm %: Proposals that buyers accept unchanged
    Warehouse: proposals accepted
route-planner
  latency 98 rolling7d bumpy %: Tours are planned within 40 s
    Grafana: Last Mile / planning time
tracking-service
  availability 99.5 rolling30d calm %: Customers see their rider
    Grafana: Last Mile / live sessions with a fresh position
  latency 90 rolling30d atRisk %: Arrival within 10 min of the forecast
    Warehouse: forecast against doorbell
login-service
  availability 99.99 rolling90d calm %: Signing in works
    Grafana: Groundwork / sign-in success ratio
`

export const objectives: readonly Objective[] = outline(text).map(toObjective)

function toObjective(item: Item): Objective {
  return {
    key: `${item.heading}/${item.title}`,
    project: item.heading,
    name: item.title,
    type: word(item, 0) as Objective['type'],
    target: Number(word(item, 1)),
    window: word(item, 2) as Objective['window'],
    profile: word(item, 3) as SloProfile,
    unit: item.words[4] ?? null,
    dataSource: item.detail || null,
  }
}
