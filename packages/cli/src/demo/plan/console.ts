interface Address {
  readonly consoleUrl: string | null
  readonly externalId: string | null
}

const region = 'eu-central-1'
const account = '111122223333'

/** Where a resource is in its provider's console, and its name there. */
export function consoleOf(key: string, { kind, provider }: { kind: string; provider: string }): Address {
  return providers[provider]?.(key, kind) ?? { consoleUrl: null, externalId: null }
}

const providers: Readonly<Record<string, (key: string, kind: string) => Address>> = {
  aws: (key, kind) => {
    const [service, what] = awsServices[key] ?? awsServices[kind] ?? ['ec2', 'resource/']
    return {
      consoleUrl: `https://${region}.console.aws.amazon.com/${service}/home?region=${region}#${key}`,
      externalId:
        kind === 'bucket' ? `arn:aws:s3:::${key}` : `arn:aws:${service}:${region}:${account}:${what}${key}`,
    }
  },
  gcp: (key, kind) => ({
    consoleUrl: `https://console.cloud.google.com/${gcpServices[kind] ?? 'home'}?project=brambling-data`,
    externalId: `//${kind === 'bucket' ? 'storage' : kind}/projects/brambling-data/${key}`,
  }),
  cloudflare: (key) => ({
    consoleUrl: 'https://dash.cloudflare.com/',
    externalId: `zone:brambling.example/${key}`,
  }),
}

/** By the type of the resource, or by its name where it is an exception. */
const awsServices: Readonly<Record<string, readonly [service: string, what: string]>> = {
  database: ['rds', 'db:'],
  'search-cluster': ['es', 'domain/'],
  'basket-store': ['dynamodb', 'table/'],
  queue: ['sqs', ''],
  bucket: ['s3', ''],
  cache: ['elasticache', 'cluster:'],
  secret_store: ['secretsmanager', 'secret:'],
  topic: ['sns', ''],
  function: ['lambda', 'function:'],
  load_balancer: ['elasticloadbalancing', 'loadbalancer/app/'],
}

const gcpServices: Readonly<Record<string, string>> = {
  bucket: 'storage/browser',
  database: 'bigquery',
  topic: 'cloudpubsub/topic/list',
}
