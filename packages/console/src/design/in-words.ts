/** What names are written in a way of their own, and what the API calls by an older name than people do. */
const spelled = new Map(
  Object.entries({
    rest: 'REST',
    graphql: 'GraphQL',
    grpc: 'gRPC',
    asyncapi: 'AsyncAPI',
    openapi: 'OpenAPI',
    api: 'API',
    json: 'JSON',
    yaml: 'YAML',
    cdn: 'CDN',
    dns: 'DNS',
    txt: 'TXT',
    http: 'HTTP',
    oidc: 'OIDC',
    saml: 'SAML',
    aws: 'AWS',
    gcp: 'Google Cloud',
    azure: 'Azure',
    firebase: 'Firebase',
    cloudflare: 'Cloudflare',
    vercel: 'Vercel',
    supabase: 'Supabase',
    planetscale: 'PlanetScale',
    neon: 'Neon',
    android: 'Android',
    ios: 'iOS',
    pagerduty: 'PagerDuty',
    opsgenie: 'Opsgenie',
    sentry: 'Sentry',
    rollbar: 'Rollbar',
    bugsnag: 'Bugsnag',
    component: 'project',
    newBug: 'new',
    wontFix: 'won’t fix',
  }),
)

/** `atRisk`, `load_balancer` and `rolling30d` as people say them; what is short for something, as API, stays. */
export const inWords = (word: string): string =>
  spelled.get(word) ??
  word
    .replace(/_|(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/(\d+)d$/, ' $1 days')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\w+/g, (one) => (/^[A-Z]{2,}$/.test(one) ? one : (spelled.get(one) ?? one.toLowerCase())))
