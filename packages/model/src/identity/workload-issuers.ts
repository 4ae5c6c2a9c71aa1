import type { JsonSchema } from '../shape/json-schema.ts'

/**
 * What is known about those who vouch for pipelines. Names of repositories, projects and branches can be given up and
 * taken by somebody else, so whoever trusts GitHub or GitLab names an id that never changes hands.
 */

export type ConditionValue = string | number | boolean
export type Conditions = Readonly<Record<string, ConditionValue>>

const github = {
  ids: ['repository_id', 'repository_owner_id', 'enterprise_id'],
  others: ['repository', 'repository_owner', 'job_workflow_ref', 'workflow_ref', 'event_name', 'enterprise'],
  subject: /^(repo|repository|repository_owner|enterprise|job_workflow_ref|environment):/,
} as const

const gitlab = {
  ids: ['project_id', 'namespace_id'],
  others: ['project_path', 'namespace_path', 'pipeline_source', 'ref_protected', 'ref_path', 'user_login'],
  subject: /^(project_path|namespace_path):/,
} as const

/** An enterprise may have an issuer of its own below the shared one. */
const githubIssuers = [
  /^https:\/\/token\.actions\.githubusercontent\.com(\/[^/]+)?$/,
  /^https:\/\/token\.actions\.[a-z0-9-]+\.ghe\.com$/,
  // GitHub Enterprise Server, on any host.
  /^https:\/\/[^/]+\/_services\/token$/,
]

const isOfGithub = (issuer: string): boolean => githubIssuers.some((form) => form.test(issuer))

/** A GitLab that a company runs itself can have any address: it is known by its claims. */
const gitlabIssuer = /^https:\/\/gitlab\.com$/

const isOfGitlab = (issuer: string): boolean => gitlabIssuer.test(issuer)

/** The claims of which at least one must be among the conditions; empty if nothing more is needed. */
export function missingIds(issuer: string, conditions: Conditions): readonly string[] {
  const has = (ids: readonly string[]): boolean => ids.some((id) => isText(conditions[id]))
  if (isOfGithub(issuer)) return has(github.ids) ? [] : github.ids
  if (isOfGitlab(issuer)) return has(gitlab.ids) ? [] : gitlab.ids
  if (has(github.ids) || has(gitlab.ids)) return []
  for (const { ids, others, subject } of [github, gitlab]) {
    const isOurs = others.some((name) => Object.hasOwn(conditions, name)) || subject.test(textIn(conditions))
    if (isOurs) return ids
  }
  return isText(conditions.sub) ? [] : ['sub', ...github.ids, ...gitlab.ids]
}

const text: JsonSchema = { type: 'string', minLength: 1 }

const withOneOf = (ids: readonly string[]): readonly JsonSchema[] =>
  ids.map((id) => ({ properties: { [id]: text }, required: [id] }))

const conditionsWith = (anyOf: readonly JsonSchema[]): JsonSchema => ({
  properties: { conditions: { anyOf } },
})

const issuedBy = (...forms: readonly RegExp[]): JsonSchema => ({
  properties: { issuer: { anyOf: forms.map(({ source }) => ({ pattern: source })) } },
  required: ['issuer'],
})

/** A condition on the subject will do where nothing is of GitHub or GitLab. */
const withOtherSubject: JsonSchema = {
  properties: {
    sub: { ...text, not: { anyOf: [github, gitlab].map(({ subject }) => ({ pattern: subject.source })) } },
  },
  required: ['sub'],
  not: { anyOf: [...github.others, ...gitlab.others].map((name) => ({ required: [name] })) },
}

const choose = (test: JsonSchema, then: JsonSchema, otherwise: JsonSchema): JsonSchema => ({
  if: test,
  then,
  else: otherwise,
})

/** The same for whoever reads the description of a rule. */
export const idsRequired: JsonSchema = choose(
  issuedBy(...githubIssuers),
  conditionsWith(withOneOf(github.ids)),
  choose(
    issuedBy(gitlabIssuer),
    conditionsWith(withOneOf(gitlab.ids)),
    conditionsWith([...withOneOf([...github.ids, ...gitlab.ids]), withOtherSubject]),
  ),
)

/** Ids are text in the tokens of both, so that a number would never match. */
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const textIn = ({ sub }: Conditions): string => (typeof sub === 'string' ? sub : '')

/**
 * An audience that tokens have unless they were asked for svc: they go to other services too, each of which could use
 * them here. GitHub puts the owner's address there, such as https://github.com/acme.
 */
export function isSharedAudience(issuer: string, audience: string): boolean {
  if (audience === issuer) return true
  const url = URL.parse(audience)
  if (url?.search !== '' || url.hash !== '') return false
  return isHostOfGithub(issuer, url.hostname.toLowerCase()) && /^\/[^/]*\/?$/.test(url.pathname)
}

function isHostOfGithub(issuer: string, host: string): boolean {
  if (host === 'github.com' || /^[a-z0-9-]+\.ghe\.com$/.test(host)) return true
  return isOfGithub(issuer) && URL.parse(issuer)?.hostname === host
}
