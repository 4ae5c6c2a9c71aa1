import { upstreamLabels } from '../upstreams/addresses.ts'

/** Words and names with a special spelling. */
const spellings = new Map(
  Object.entries({
    acs: 'ACS',
    ai: 'AI',
    android: 'Android',
    api: 'API',
    apis: 'APIs',
    asyncapi: 'AsyncAPI',
    aws: 'AWS',
    azure: 'Azure',
    cdn: 'CDN',
    cloudflare: 'Cloudflare',
    dns: 'DNS',
    firebase: 'Firebase',
    gcp: 'Google Cloud',
    github: 'GitHub',
    graphql: 'GraphQL',
    grpc: 'gRPC',
    http: 'HTTP',
    id: 'ID',
    ids: 'IDs',
    ios: 'iOS',
    jira: 'Jira',
    json: 'JSON',
    jwks: 'JWKS',
    neon: 'Neon',
    oidc: 'OIDC',
    openapi: 'OpenAPI',
    planetscale: 'PlanetScale',
    rest: 'REST',
    saml: 'SAML',
    slo: 'SLO',
    sp: 'SP',
    sso: 'SSO',
    supabase: 'Supabase',
    txt: 'TXT',
    uri: 'URI',
    url: 'URL',
    vcs: 'VCS',
    vercel: 'Vercel',
    yaml: 'YAML',
    ...upstreamLabels,
  }),
)

export const spelled = (word: string): string | undefined => spellings.get(word)

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
