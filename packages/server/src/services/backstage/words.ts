/** Translates Backstage's terms into svc's. */

const apiKinds: Readonly<Record<string, string>> = {
  openapi: 'openapi',
  asyncapi: 'asyncapi',
  graphql: 'graphql',
  grpc: 'grpc',
  rest: 'rest',
}

export const apiKindOf = (type: string): string => apiKinds[type.toLowerCase()] ?? 'other'

/** In order: the first match wins. */
const resourceKinds: readonly (readonly [RegExp, string])[] = [
  [/(^|[-_ ])(cache|redis|memcached|elasticache)/, 'cache'],
  [/bucket|^s3$|object-?storage/, 'bucket'],
  [/topic|pub-?sub|^kafka$|^sns$/, 'topic'],
  [/queue|^sqs$/, 'queue'],
  [
    /database|(^|[-_ ])db$|^db|postgres|mysql|mariadb|mongo|dynamo|^rds|cockroach|^sql|spanner|bigquery/,
    'database',
  ],
  [/function|lambda/, 'function'],
  [/load-?_?balancer|^[an]lb$/, 'load_balancer'],
  [/(^|[-_ ])cdn|cloudfront/, 'cdn'],
  [/vault|secret/, 'secret_store'],
]

export const resourceKindOf = (type: string): string =>
  resourceKinds.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? 'other'

const providers: readonly (readonly [RegExp, string])[] = [
  [/(^|[./-])(aws|amazon|amazonaws)([./-]|$)|^(s3|rds|sqs|sns|dynamo|elasticache|cloudfront|lambda)/, 'aws'],
  [/(^|[./-])(google|gcp|googleapis)([./-]|$)|^(gcs|spanner|bigquery)/, 'gcp'],
  [/(^|[./-])(azure|microsoft)([./-]|$)/, 'azure'],
  [/(^|[./-])firebase/, 'firebase'],
  [/(^|[./-])cloudflare/, 'cloudflare'],
  [/(^|[./-])vercel/, 'vercel'],
  [/(^|[./-])supabase/, 'supabase'],
  [/(^|[./-])planetscale/, 'planetscale'],
]

/** By a resource's type, or by whose annotations it carries. */
export function providerOf(hints: readonly string[]): string {
  const words = hints.map((hint) => hint.toLowerCase())
  return providers.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1] ?? 'other'
}

const linkTypes: readonly (readonly [RegExp, string])[] = [
  [/dashboard|grafana|metrics/, 'dashboard'],
  [/docs|documentation|readme|techdocs|runbook|wiki/, 'docs'],
  [/logs?$|kibana/, 'logs'],
  [/chat|slack/, 'chat'],
  [/github|gitlab|^code$|repo|source/, 'repository'],
  [/ticket|jira|issues?$/, 'ticket'],
]

export function linkTypeOf(hints: readonly string[]): string {
  const words = hints.map((hint) => hint.toLowerCase())
  return linkTypes.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1] ?? 'other'
}
