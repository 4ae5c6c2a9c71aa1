import { platformOf, taken, type Trust, usualIssuers } from './trust.ts'

const products = { github: 'GitHub Actions', gitlab: 'GitLab CI', other: '' } as const

/** Who signs the tokens: the product, and where, if it is not the one that everybody knows. */
export function issuerInWords(trust: Pick<Trust, 'issuer' | 'conditions'>): string {
  const platform = platformOf(trust)
  if (platform === 'other') return trust.issuer
  const product = products[platform]
  return trust.issuer === usualIssuers[platform]
    ? product
    : `${product} (${URL.parse(trust.issuer)?.host ?? ''})`
}

/** Which jobs are trusted. */
export function jobsInWords(trust: Pick<Trust, 'conditions'>): string {
  const platform = platformOf(trust)
  const { guided, others } = taken(platform, trust.conditions)
  const { id, branch, event, isProtected, environment } = guided
  const ids = { github: `repository ${id}`, gitlab: `project ${id}`, other: `subject ${id}` }
  return [
    id && ids[platform],
    branch && `branch ${branch}`,
    isProtected && 'protected branches and tags only',
    event && 'pushes only',
    environment && `environment ${environment}`,
    ...others.map(({ claim, value }) => `${claim} ${value}`),
  ]
    .filter(Boolean)
    .join(', ')
}
