import { type Field, field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { worded } from '../kind/patterns.ts'
import { type Conditions, idsRequired, isSharedAudience, missingIds } from '../identity/workload-issuers.ts'
import type { Shape } from '../shape/shape.ts'
import { shape } from '../shape/shape.ts'
import { keyScopes, modes } from '../vocabulary.ts'

const maxConditions = 20

const claimName = '^[\\x21-\\x7e]+$'
const isClaimName = new RegExp(claimName)

/** Claims that the exchange looks at in any case. */
const checked = ['iss', 'aud', 'exp', 'iat', 'nbf', 'jti']

const github = 'https://token.actions.githubusercontent.com'

const issuer: Field<string, { about: string }> = {
  type: 'text',
  schema: shape.text({
    maxLength: 500,
    pattern: worded(
      '^(https://[^\\s/?#@\\\\]+|http://(localhost|127\\.[0-9.]+|\\[::1\\])(:[0-9]+)?)(/[^\\s?#\\\\]*)?$',
      'must be an https URL without a user name, query or fragment',
    ),
    examples: [github, 'https://token.actions.acme.ghe.com'],
  }),
  traits: {
    about:
      'Who signs the tokens, exactly as it calls itself: `https://token.actions.githubusercontent.com` for GitHub, ' +
      'the address of the instance for GitLab.',
  },
}

const value: Shape<string | number | boolean> = { type: ['string', 'number', 'boolean'], maxLength: 500 }

const conditions = shape.map(value, {
  examples: [{ repository_id: '1296269' }, { repository_id: '1296269', ref: 'refs/heads/main' }],
})

export const workloadTrust = defineKind({
  name: 'workload_trust',
  noun: 'trust rule',
  title: 'WorkloadTrust',
  about:
    'Lets pipelines of GitHub Actions, GitLab and others exchange the token that their own platform has signed for ' +
    'one of svc, so that they need no stored secret.',
  group: 'Credentials',
  path: '/workload-trusts',
  table: 'workload_trusts',
  idParam: 'trustId',
  idPrefix: 'wlt',
  resourceType: 'workload_trust',
  home: 'organisation',
  labelFields: ['name'],
  columns: ['name', 'issuer', 'audience', 'scopes', 'status', 'lastUsedAt'],
  // Each may be compared with a token that comes in.
  maxRecords: 200,
  verbs,
  access: { create: 'admin', update: 'admin' },
  needsRecentSignIn: true,
  fields: {
    ...identity(),
    name: field.name({ about: 'What it is for. The log shows it as who made a change.' }),
    issuer,
    audience: field.text({
      about:
        'Whom the tokens must be for, and nobody else: the address of svc, say. Cannot be one that tokens have by ' +
        'default, since other services receive those too.',
      max: 500,
      pattern: worded('^[\\x21-\\x7e]+$', 'must be plain characters without spaces'),
    }),
    conditions: field.json<Conditions>()(conditions, {
      about:
        'Claims that a token must have, with exactly these values: a text, number or boolean matches only the same ' +
        'of its type. For GitHub one must be repository_id, repository_owner_id or enterprise_id, for GitLab ' +
        'project_id or namespace_id: names can be taken over by others, ids cannot.',
    }),
    scopes: field.severalOf(keyScopes, { about: 'What its pipelines may do.', default: ['read'] }),
    mode: field.oneOf(modes, { about: 'Which data they can access.', default: 'live' }),
    maxSeconds: field.integer({
      about: 'For how many seconds a token of svc is valid.',
      min: 1,
      max: 3_600,
      default: 3_600,
    }),
    status: field.oneOf(['enabled', 'disabled'], {
      about: 'Whether tokens are exchanged. Disabling it ends those that were issued.',
      default: 'enabled',
    }),
    lastUsedAt: field.timestamp({
      about: 'When a token was last exchanged by it.',
      managed: true,
      nullable: true,
    }),
    ...timestamps(),
  },
  rules: [
    {
      field: 'audience',
      about: () => 'must not be what tokens have by default: choose one for svc, such as its own address',
      holds: ({ issuer, audience }) => !isSharedAudience(issuer, audience),
    },
    {
      field: 'conditions',
      about: ({ conditions }) => wrongWith(conditions) ?? '',
      holds: ({ conditions }) => wrongWith(conditions) === undefined,
      schema: {
        properties: {
          conditions: {
            minProperties: 1,
            maxProperties: maxConditions,
            propertyNames: { maxLength: limits.name, pattern: claimName, not: { enum: checked } },
            additionalProperties: { not: { const: '' } },
          },
        },
      },
    },
    {
      field: 'conditions',
      about: ({ issuer, conditions }) =>
        `must have at least one that names an id, as a text: ${missingIds(issuer, conditions).join(', ')}`,
      holds: ({ issuer, conditions }) => missingIds(issuer, conditions).length === 0,
      schema: idsRequired,
    },
  ],
  example: {
    name: 'Deployments of the shop',
    issuer: github,
    audience: 'https://svc.example.com',
    conditions: { repository_id: '1296269', ref: 'refs/heads/main' },
    scopes: ['read', 'write'],
  },
})

function wrongWith(conditions: Conditions): string | undefined {
  const entries = Object.entries(conditions)
  if (entries.length === 0) return 'must have at least one'
  if (entries.length > maxConditions) return `must be at most ${maxConditions}`
  if (entries.some(([name]) => name.length > limits.name || !isClaimName.test(name)))
    return `must have names of 1 to ${limits.name} plain characters without spaces`
  if (entries.some(([, one]) => one === '')) return 'must not have empty values'
  if (entries.some(([name]) => checked.includes(name)))
    return `must not include ${checked.join(', ')}, which are always checked`
  return undefined
}
