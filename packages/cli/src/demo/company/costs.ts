import { type Item, outline, word } from '../outline.ts'

export interface CostLine {
  readonly project: string
  readonly category: string
  readonly centsPerDay: number
  readonly service: string
  /** `shop`: follows the customers, busiest before the weekend; `office`: rests then; `flat`: never changes. */
  readonly rhythm: 'shop' | 'office' | 'flat'
}

/** Under each project: the category, US dollars a day, the rhythm, the provider's service. */
const text = `
web-shop
  network 38.40 shop: Cloudflare CDN
  compute 61.20 shop: AWS Fargate
shop-gateway
  compute 94.50 shop: AWS Fargate
  cache 18.60 flat: Amazon ElastiCache
  network 22.10 shop: AWS Load Balancing
apps-gateway
  compute 72.30 shop: AWS Fargate
  messaging 9.80 shop: Firebase
content-service
  compute 14.20 flat: AWS Fargate
  storage 3.10 flat: Amazon S3
search-service
  compute 58.00 shop: AWS Fargate
  database 141.70 flat: Amazon OpenSearch
search-indexer
  compute 21.40 shop: AWS Fargate
recommendations
  compute 47.90 shop: AWS Fargate
  cache 39.50 flat: Amazon ElastiCache
basket-service
  compute 33.80 shop: AWS Fargate
  database 44.60 shop: Amazon DynamoDB
checkout-service
  compute 52.70 shop: AWS Fargate
  database 118.30 flat: Amazon RDS
  messaging 12.40 shop: Amazon SNS
slot-service
  compute 29.90 shop: AWS Fargate
  database 36.80 flat: Amazon RDS
promotions
  compute 17.30 shop: AWS Fargate
  database 25.00 flat: PlanetScale
payment-service
  compute 41.10 shop: AWS Fargate
  database 96.20 flat: Amazon RDS
  security 13.70 flat: AWS KMS
invoice-service
  compute 11.60 office: AWS Fargate
  storage 7.40 flat: Amazon S3
accounts-service
  compute 34.20 shop: AWS Fargate
  database 71.50 flat: Amazon RDS
notification-service
  compute 15.80 shop: AWS Fargate
  messaging 88.40 shop: Text messages
product-catalogue
  compute 26.70 office: AWS Fargate
  database 48.90 flat: Amazon RDS
  storage 31.20 flat: Amazon S3
price-service
  compute 38.60 shop: AWS Fargate
  cache 27.40 flat: Amazon ElastiCache
picking-service
  compute 24.90 shop: AWS Fargate
  database 33.10 flat: Amazon RDS
stock-service
  compute 43.40 shop: AWS Fargate
  database 87.60 flat: Amazon RDS
cold-chain-monitor
  compute 9.20 flat: AWS Fargate
  messaging 6.10 flat: Amazon SQS
demand-forecast
  compute 63.50 office: Google Vertex AI
route-planner
  compute 132.80 shop: AWS Fargate
  cache 16.30 flat: Amazon ElastiCache
tracking-service
  compute 37.70 shop: AWS Fargate
bike-telemetry
  messaging 54.20 shop: AWS IoT Core
  database 28.80 flat: Own machines
event-pipeline
  compute 49.60 shop: Google Dataflow
  storage 42.30 flat: Google Cloud Storage
insight-models
  compute 108.90 office: Google BigQuery
  storage 19.70 flat: Google BigQuery storage
login-service
  compute 22.50 shop: AWS Fargate
  database 31.90 flat: Amazon RDS
release-train
  compute 67.30 office: Build machines
`

export const costLines: readonly CostLine[] = outline(text).map(toCostLine)

function toCostLine(item: Item): CostLine {
  return {
    project: item.heading,
    category: word(item, 0),
    centsPerDay: Math.round(Number(word(item, 1)) * 100),
    rhythm: word(item, 2) as CostLine['rhythm'],
    service: item.title,
  }
}

/** Somebody joined two large tables on a dashboard that reloads automatically. */
export const costJump = { project: 'insight-models', service: 'Google BigQuery', daysAgo: 19, factor: 2.3 }

/** Typed in by finance once a month. */
export const monthlyBills = [
  {
    project: 'route-planner',
    category: 'licence',
    service: 'Elevation data',
    cents: 48_000,
    currency: 'EUR',
  },
  { project: 'care-desk', category: 'licence', service: 'Telephony seats', cents: 129_000, currency: 'USD' },
  {
    project: 'release-train',
    category: 'licence',
    service: 'GitHub Enterprise',
    cents: 98_700,
    currency: 'USD',
  },
] as const

/** For the day on which their cluster was down. */
export const costCredit = {
  project: 'search-service',
  category: 'credit',
  service: 'Amazon OpenSearch',
  cents: -41_250,
  daysAgo: 26,
}
