import { inWords } from '../design/in-words.ts'

/** Words that are written in a way of their own. */
const spelled: Readonly<Record<string, string>> = {
  url: 'URL',
  github: 'GitHub',
  api: 'API',
  apis: 'APIs',
  slo: 'SLO',
  sso: 'SSO',
  saml: 'SAML',
  oidc: 'OIDC',
  ai: 'AI',
  jira: 'Jira',
  id: 'ID',
  vcs: 'VCS',
  sp: 'SP',
  acs: 'ACS',
  jwks: 'JWKS',
  uri: 'URI',
}

/** What the API calls by an older name than people do. */
const renamed: Readonly<Record<string, string>> = { app: 'project', component: 'project', body: 'text' }

/** Where the words of the API, one by one, are more than people say. */
export const said: Readonly<Record<string, string>> = {
  currentlyOnCallUserName: 'On call now',
  currentlyOnCallUserEmail: 'Their e-mail',
  currentlyOnCallUserUid: 'Their account',
  currentShiftStartsAt: 'Since',
  currentShiftEndsAt: 'Until',
  lastFetchedAt: 'Last answer',
  lastAttemptAt: 'Last asked',
  lastFetchError: 'What went wrong',
  manual: 'Rota',
  everyDays: 'Days in a turn',
  errorBudgetTotal: 'Error budget',
  errorBudgetRemaining: 'Budget left',
  errorBudgetPercentUsed: 'Budget used',
  targetDisplayName: 'Target',
  normalizedDomain: 'Domain',
  targetId: 'For',
  triggeredByUid: 'Started by member',
  triggeredByName: 'Started by',
  amountCents: 'Amount',
  clientId: 'Client ID',
  color: 'Colour',
  deploymentOnly: 'Deployments only',
  displayName: 'Name',
  email: 'E-mail',
  estimateMinutes: 'Estimate (minutes)',
  externalId: 'External ID',
  githubIssueNumber: 'GitHub issue',
  isActive: 'Active',
  lastLoginAt: 'Last signed in',
  minScore: 'From score',
  params: 'Parameters',
  sequenceNumber: 'Number',
  spEntityId: 'SP entity ID',
  templateRepo: 'Repository',
  visibilityRoleMin: 'Lowest role',
}

/** Where a kind means something else by a word than the others do. */
const saidBy: Readonly<Record<string, string>> = { 'deployment.targetId': 'Target ID' }

/** `ownerTeamId` is read as "Owner team", `appId` as "Project". */
export function labelOf(key: string, kindName = ''): string {
  const known = saidBy[`${kindName}.${key}`] ?? said[key]
  if (known) return known
  const words = key
    .replace(/(Id|Uid|Md|At)$/, '')
    .replace(/(Id|Uid)s$/, 's')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .map((word) => {
      const plain =
        renamed[word] ?? (renamed[word.replace(/s$/, '')] ? `${renamed[word.replace(/s$/, '')]}s` : word)
      return spelled[plain] ?? plain
    })
  return capital(words.join(' '))
}

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The model marks words of the API with backticks, which say nothing to who looks at a page. */
export const plain = (about: string): string =>
  about.replace(/`([^`]*)`/g, (_, word: string) => {
    if (/^[a-z]+([A-Z][a-z]+)+$/.test(word)) return `“${labelOf(word)}”`
    // An older name is there because it is being explained.
    return /^\w+$/.test(word) && !Object.hasOwn(renamed, word) ? inWords(word) : word
  })

/** A document, with a part of the page of its own. */
export const isMarkdown = (key: string): boolean => key.endsWith('Md')
