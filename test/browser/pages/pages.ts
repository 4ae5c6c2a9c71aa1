import type { Client } from '@svc/client'
import { type Kind, kinds } from '@svc/model'
import type { Page } from 'playwright-core'
import { hasPage, listedKinds } from '../../../packages/console/src/api/listed-kinds.ts'
import { overlays } from './overlays.ts'

/** A page of the console as somebody would see it. */
export interface ConsolePage {
  readonly name: string
  /** Its URL, on the current server unless it names another. */
  readonly path: string
  /** Seen by somebody who has not signed in. */
  readonly isGuest?: true
  /** It can only be opened once: it is checked without reloading. */
  readonly isOnce?: true
  /** The page of a record, which may have further parts. */
  readonly hasParts?: true
  /** Another page is very similar: one picture is enough for both. */
  readonly isAlike?: boolean
  /** Changes there stay until the page is reloaded. */
  readonly isLasting?: true
  /** Interaction before it is checked. */
  open?(page: Page): Promise<unknown>
}

interface Catalog {
  readonly client: Client
  /** The address behind an invitation. */
  readonly invitation: string
  /** The setup links of servers that nobody has set up; the second is used up. */
  readonly setups: readonly [string, string]
  /** By the name of a kind, whose page to look at; otherwise it is that of the first in the list. */
  readonly preferred?: Readonly<Record<string, string>>
}

/** Every page for which the catalog has something to show, a record of each kind among them, with all its parts. */
export async function pagesOf({ client, invitation, setups, preferred = {} }: Catalog) {
  const found = new Map<Kind, string>()
  for (const kind of listedKinds.filter(hasPage)) {
    const id = preferred[kind.name] ?? (await client.records(kind).page({ limit: 1 })).items[0]?.id
    if (id) found.set(kind, String(id))
  }
  const pages: readonly ConsolePage[] = [
    ...plainPages,
    ...listedKinds.flatMap((kind) => ofKind(kind, found.get(kind))),
    ...graphPages(found.get(kinds.project)),
    ...scorecardPages(found.get(kinds.scorecard)),
    ...costPages(found.get(kinds.project)),
    ...settingsPages(found),
    ...overlays(found),
    { name: 'sign-in', path: '/', isGuest: true },
    { name: 'sign-in-refused', path: '/sign-in?error=not_allowed', isGuest: true },
    { name: 'api-reference', path: '/docs', isGuest: true },
    { name: 'api-reference-try', path: '/docs', isGuest: true, open: tryAnOperation },
    { name: 'join', path: invitation, isGuest: true },
    {
      name: 'link-used',
      path: '/join#svc_link_000000000000000000000000000000000000000000000000',
      isGuest: true,
    },
    { name: 'setup', path: setups[0], isGuest: true },
    { name: 'setup-token', path: setups[1], isGuest: true, isOnce: true, open: setUp },
  ]
  return pages
}

/** As "svc login" opens it. */
const consent = `/oauth/authorize?${new URLSearchParams({
  ...{ response_type: 'code', client_id: 'svc-cli', redirect_uri: 'http://127.0.0.1:53682/callback' },
  ...{ scope: 'read write', state: 'a'.repeat(32) },
  ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
})}`

const plainPages: readonly ConsolePage[] = [
  { name: 'home', path: '/' },
  { name: 'catalog', path: '/catalog' },
  { name: 'catalog-list', path: '/catalog/list' },
  { name: 'on-call', path: '/oncall' },
  { name: 'issue-board', path: `${kinds.issue.path}/board` },
  { name: 'slo-review', path: `${kinds.slo.path}/review` },
  { name: 'device', path: '/device' },
  { name: 'consent', path: consent },
  { name: 'not-found', path: '/nowhere' },
  { name: 'record-not-found', path: `${kinds.project.path}/prj_00000000000000000000000000` },
]

/** A kind's list, its form and a record. The record's other parts are found on its page. */
function ofKind(kind: Kind, id: string | undefined): readonly ConsolePage[] {
  const name = kind.name.replaceAll('_', '-')
  const record = `${kind.path}/${id}`
  return [
    { name: `${name}-list`, path: kind.path },
    ...(kind.verbs.includes('create') ? [{ name: `${name}-new`, path: `${kind.path}/new` }] : []),
    ...(id ? [{ name, path: record, hasParts: true as const }] : []),
    // The form in which a record is made, filled in.
    ...(id && kind.verbs.includes('update')
      ? [{ name: `${name}-edit`, path: `${record}/edit`, isAlike: kind !== kinds.project }]
      : []),
  ]
}

const graphPages = (projectId: string | undefined): readonly ConsolePage[] => [
  { name: 'graph', path: '/graph' },
  { name: 'graph-list', path: '/graph?view=list' },
  ...(projectId
    ? [
        { name: 'graph-focus', path: `/graph?root=component:${projectId}&depth=2&at=${projectId}` },
        { name: 'graph-impact', path: `/graph?root=component:${projectId}&mode=impact` },
      ]
    : []),
]

const scorecardPages = (id: string | undefined): readonly ConsolePage[] =>
  id ? [{ name: 'scorecard-record', path: `${kinds.scorecard.path}/${id}/record`, hasParts: true }] : []

const costPages = (projectId: string | undefined): readonly ConsolePage[] => [
  { name: 'costs', path: '/costs' },
  { name: 'costs-services', path: '/costs?by=service' },
  { name: 'costs-custom', path: '/costs?by=system&from=2025-01-01&to=2025-01-05' },
  ...(projectId ? [{ name: 'costs-project', path: `/costs?appId=${projectId}` }] : []),
]

const settings = [
  'account',
  'tokens',
  'security',
  'general',
  'members',
  'api-keys',
  'integrations',
  'vault',
  'webhooks',
  'identity-providers',
  'sso',
  'scim',
  'group-mappings',
  'workload-trusts',
  'deleted',
  'import',
  'audit-log',
]

const settingsPages = (found: ReadonlyMap<Kind, string>): readonly ConsolePage[] => [
  ...settings.map((name) => ({ name: `settings-${name}`, path: `/settings/${name}` })),
  ...[kinds.webhook, kinds.identityProvider].flatMap((kind) => {
    const id = found.get(kind)
    return id
      ? [{ name: `settings-${kind.name.replaceAll('_', '-')}`, path: `/settings${kind.path}/${id}` }]
      : []
  }),
]

/** Sent without a token by somebody who is not signed in: the response says so. */
async function tryAnOperation(page: Page): Promise<void> {
  await page.getByText(kinds.project.path, { exact: true }).first().click()
  await page.getByText('Try it', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: '401' }).waitFor()
}

async function setUp(page: Page): Promise<void> {
  await page.getByLabel('Organisation').fill('Brambling')
  await page.getByLabel('Your name').fill('Ines Duarte')
  await page.getByLabel('Password').fill('a long walk by the river')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText(/^svc_pat_live_/).waitFor()
}
