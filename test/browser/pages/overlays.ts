import { type Kind, kinds } from '@svc/model'
import type { Page } from 'playwright-core'
import type { ConsolePage } from './pages.ts'

/** Overlays, and pages after some interaction. */
export const overlays = (found: ReadonlyMap<Kind, string>): readonly ConsolePage[] => [
  { name: 'palette', path: '/', open: (page) => page.keyboard.press('Control+k') },
  { name: 'palette-found', path: '/', open: search },
  { name: 'shortcuts', path: '/', open: (page) => page.keyboard.press('?') },
  { name: 'account-menu', path: '/', open: openAccount },
  { name: 'navigation', path: '/catalog', open: openNavigation },
  { name: 'list-filters', path: kinds.project.path, open: press('Filter') },
  { name: 'list-columns', path: kinds.project.path, open: press('Columns') },
  { name: 'list-nothing-found', path: `${kinds.project.path}?q=there+is+no+such+thing` },
  { name: 'form-faults', path: `${kinds.slo.path}/new`, open: press('Create SLO') },
  { name: 'sso-preview', path: '/settings/sso', open: requireSso },
  { name: 'member-sessions', path: '/settings/members', open: lookAtSessions },
  { name: 'test-mode', path: kinds.project.path, open: goToTest, isLasting: true },
  ...dialogs.map(([name, path, label]) => ({ name: `dialog-${name}`, path, open: press(label) })),
  { name: 'dialog-pipeline', path: '/settings/workload-trusts', open: showPipeline },
  ...overRecord(found.get(kinds.project)),
]

const dialogs = [
  ['new-token', '/settings/tokens', 'New token'],
  ['new-api-key', '/settings/api-keys', 'New API key'],
  ['invite', '/settings/members', 'Invite'],
  ['integration', '/settings/integrations', /^(Change|Configure) Slack$/],
  ['vault-item', '/settings/vault', 'Add an item'],
  ['webhook', '/settings/webhooks', 'New webhook'],
  ['identity-provider', '/settings/identity-providers', 'Add a provider'],
  ['domain', '/settings/sso', 'Add a domain'],
  ['break-glass', '/settings/sso', 'Choose break-glass members'],
  ['scim-token', '/settings/scim', 'New SCIM token'],
  ['group-mapping', '/settings/group-mappings', 'New mapping'],
  ['workload-trust', '/settings/workload-trusts', 'New trust rule'],
  ['sign-out', '/settings/security', 'Sign out everywhere'],
] as const

const overRecord = (id: string | undefined): readonly ConsolePage[] => {
  const path = `${kinds.project.path}/${id}`
  if (!id) return []
  return [
    { name: 'record-menu', path, open: press('More actions') },
    { name: 'record-delete', path, open: askToDelete },
    { name: 'list-chosen', path: kinds.project.path, open: chooseRows },
  ]
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

async function requireSso(page: Page): Promise<void> {
  await page.getByLabel('Who must sign in through an identity provider').click()
  await page.getByRole('option', { name: 'Everyone', exact: true }).click()
  await page.getByLabel(/^Even for people who must use a provider/).uncheck()
  await page.getByRole('table', { name: 'Who would be shut out' }).waitFor()
}

async function lookAtSessions(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .filter({ has: page.getByText('you', { exact: true }) })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await page.getByText('this session').waitFor()
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('che')
}

/** On a narrow screen the navigation is behind a button. */
async function openNavigation(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  if (await button.isVisible()) await button.click()
}

async function openAccount(page: Page): Promise<void> {
  await openNavigation(page)
  await page.getByTitle('Account').click()
}

async function showPipeline(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Actions for / })
  // An empty catalog has no rule.
  if ((await menu.count()) === 0) return
  await menu.first().click()
  await page.getByRole('menuitem', { name: 'Show the pipeline file' }).click()
}

async function goToTest(page: Page): Promise<void> {
  await openNavigation(page)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  // The menu of a narrow screen would hide the page.
  await page.keyboard.press('Escape')
  // The mode is the tab's: the next page in it is to be live again.
  await page.evaluate(() => sessionStorage.clear())
}

async function askToDelete(page: Page): Promise<void> {
  await press('More actions')(page)
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
}

async function chooseRows(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).check()
  // The rows make room for it.
  await page.getByRole('toolbar', { name: 'Actions for the selected' }).waitFor()
  await boxes.nth(1).check()
}
