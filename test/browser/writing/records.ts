import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allKinds, type Kind, kinds } from '@svc/model'
import type { Page } from 'playwright-core'
import { type Console, follow, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'
import { fillForm, type Targets } from '../fill-form.ts'

/** Kinds whose forms need only their example; a scorecard's rules have a separate test. */
const plainKinds: readonly Kind[] = allKinds.filter(
  (kind) =>
    kind.verbs.includes('create') &&
    kind.verbs.includes('list') &&
    kind !== kinds.scorecard &&
    // Written on the page of its issue, which has a test of its own.
    kind !== kinds.issueComment &&
    kind !== kinds.ssoDomain,
)

describe('records in the console', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let targets: Targets
  const problems: string[] = []

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/projects')
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (said) => {
      if (/Content Security Policy/.test(said.text())) problems.push(said.text())
    })
  })
  after(() => svc.close())

  test('an empty list explains the kind, and leads to creating the first one', async () => {
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'New project' }).last().click()
    await page.waitForURL('**/projects/new')
  })

  test('errors are shown next to the field, with the message of the server', async () => {
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('Must not be empty.').waitFor()
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Name').fill('Basket')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/projects\/prj_/)
    await page.getByRole('heading', { name: 'Basket' }).waitFor()
  })

  for (const kind of plainKinds) {
    test(`${kind.name}: made in its form, changed and deleted`, async () => {
      targets ??= await makeTargets(svc)
      await follow(page, `${kind.path}/new`)
      const create = page.getByRole('button', { name: `Create ${kind.noun}` })
      await create.waitFor()
      await fillForm(page, kind, targets)
      await create.click()
      if (!kind.verbs.includes('read')) return page.waitForURL(new RegExp(`${kind.path}$`))
      await page.waitForURL(new RegExp(`${kind.path}/${kind.idPrefix}_`))
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.waitForURL(/edit$/)
      const name = page.getByLabel(/^(Name|Title|Label|Group)( \(optional\))?$/).first()
      await name.fill('Called otherwise')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByRole('heading', { name: 'Called otherwise' }).waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: `Delete ${kind.noun}` }).click()
      await page.waitForURL(new RegExp(`${kind.path}$`))
    })
  }

  test('a scorecard is created with a rule whose type needs parameters', async () => {
    await page.goto(`${svc.url}/scorecards/new`)
    await page.getByLabel('Name').first().fill('Ready')
    await page.getByLabel('domain', { exact: true }).check()
    await page.getByRole('group', { name: 'Rules' }).getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('Type').click()
    await page.getByRole('option', { name: 'lifecycle in' }).click()
    await page.getByLabel('Label').fill('It is in production')
    await page.getByLabel('Weight').fill('3')
    await page.getByLabel('production', { exact: true }).check()
    await page.getByRole('button', { name: 'Create scorecard' }).click()
    await page.getByText('would never apply: a domain has no lifecycle').first().waitFor()
    await page.getByLabel('API', { exact: true }).check()
    await page.getByRole('button', { name: 'Create scorecard' }).click()
    await page.waitForURL(/scorecards\/scd_/)
  })

  test('an entry of a list keeps what is in it when another is removed', async () => {
    const rule = { type: 'has_owner_team', description: null, weight: 1 } as const
    const { record } = await svc.client.scorecard.create({
      name: 'Two rules',
      applicableKinds: ['api'],
      rules: [
        { ...rule, id: 'first', label: 'First', params: { a: 1 } },
        { ...rule, id: 'second', label: 'Second', params: { b: 2 } },
      ],
    })
    await page.goto(`${svc.url}/scorecards/${record.id}/edit`)
    const first = page.getByRole('group', { name: 'Rules 1', exact: true })
    const parameters = first.getByLabel(/^Parameters/)
    assert.match(await parameters.inputValue(), /"a": 1/)
    await first.getByRole('button', { name: 'Remove' }).click()
    assert.equal(await first.getByLabel('Label').inputValue(), 'Second')
    assert.match(await parameters.inputValue(), /"b": 2/)
  })

  test('filters are in the address, and "back" removes them', async () => {
    await svc.client.api.create({ name: 'Old API', lifecycle: 'deprecated' })
    await svc.client.api.create({ name: 'New API', lifecycle: 'production' })
    await page.goto(`${svc.url}/apis`)
    await page.getByRole('link', { name: 'Old API' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Lifecycle', { exact: true }).click()
    await page.getByRole('option', { name: 'production' }).click()
    await page.waitForURL(/lifecycle=production/)
    await page.getByRole('link', { name: 'Old API' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Remove the filter Lifecycle' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Old API' }).waitFor()
    await page.getByRole('combobox', { name: 'Search APIs' }).fill('new')
    await page.waitForURL(/q=new/)
    await page.getByRole('link', { name: 'Old API' }).waitFor({ state: 'detached' })
  })

  test('tags of many records can be changed at once', async () => {
    await page.goto(`${svc.url}/apis`)
    await page.getByLabel('Select all loaded rows').check()
    await page.getByRole('button', { name: 'Change tags', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Add').fill('walked,')
    await page.getByRole('button', { name: /^Change \d+ APIs?$/ }).click()
    await page.getByText('walked').first().waitFor()
    for await (const { tags } of svc.client.api.all()) assert.deepEqual(tags, ['walked'])
  })

  test('on a conflict you see who changed what, and decide what to keep', async () => {
    const { record } = await svc.client.domain.create({ name: 'Sales' })
    await page.goto(`${svc.url}/domains/${record.id}/edit`)
    await page.getByLabel('Name').fill('Selling')
    await svc.client.domain.update(record.id, { description: 'Theirs.' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Theirs.').waitFor()
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
    await page.getByRole('heading', { name: 'Selling' }).waitFor()
    const now = await svc.client.domain.read(record.id)
    assert.deepEqual([now.record.name, now.record.description], ['Selling', 'Theirs.'])
  })

  test('drafts are restored after a reload, along with what others changed in the meantime', async () => {
    const { record } = await svc.client.domain.create({ name: 'Stock' })
    await page.goto(`${svc.url}/domains/${record.id}/edit`)
    await page.getByLabel('Name').fill('Stock and store')
    await svc.client.domain.update(record.id, { description: 'Theirs.' })
    await page.reload()
    await page.getByText('Your unsaved changes have been restored.').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Stock and store' }).waitFor()
    assert.equal((await svc.client.domain.read(record.id)).record.description, 'Theirs.')
  })

  test('drafts are not lost by following a link or when a session ends', async () => {
    await page.goto(`${svc.url}/teams/new`)
    await page.getByLabel('Name').fill('Night shift')
    await page.getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByLabel('Name').inputValue(), 'Night shift')
  })

  test('along the way nothing went wrong in the page or violated its policy', () => {
    assert.deepEqual(problems, [])
  })
})

async function makeTargets({ client }: Console): Promise<Targets> {
  const project = await client.project.create({ name: 'Pointed-at project' })
  const team = await client.team.create({ name: 'Pointed-at team' })
  const api = await client.api.create({ name: 'Pointed-at API' })
  const provider = await client.identityProvider.create({ name: 'Pointed-at provider', protocol: 'oidc' })
  return Object.fromEntries(
    [
      { kind: 'project', record: project.record },
      { kind: 'team', record: team.record },
      { kind: 'api', record: api.record },
      { kind: 'identity_provider', record: provider.record },
    ].map(({ kind, record }) => [kind, { id: record.id, name: record.name }]),
  )
}
