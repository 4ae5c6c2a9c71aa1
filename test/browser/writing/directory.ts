import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, isWithoutBrowser } from '../browser.ts'
import { newConsole } from '../new-console.ts'

const password = 'a long walk by the river'

describe('a directory', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let page: Page
  let token = ''
  const people: string[] = []

  before(async () => {
    svc = await newConsole()
    page = await svc.open('/settings/scim')
  })
  after(() => svc.close())

  async function scim(method: string, path: string, body: object): Promise<{ readonly id: string }> {
    const response = await fetch(`${svc.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: string }
  }

  /** As after 15 minutes: the next such request is refused as that of a stale session. */
  async function goStale(method: string, path: string): Promise<void> {
    let isStale = true
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== method || !isStale) return route.continue()
      isStale = false
      const body = { code: 'reauthentication_required', message: 'Confirm first that it is still you.' }
      await route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) })
    })
  }

  async function confirmIdentity(): Promise<void> {
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByLabel('Password').fill(password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await question.waitFor({ state: 'detached' })
  }

  test('is connected by a token that is shown once, after whoever creates it has proved who they are', async () => {
    await page.getByRole('heading', { name: 'No directory is connected' }).waitFor()
    assert.equal(await page.getByText(/in step|accepted/).count(), 0, 'nothing is said to be good')
    await page.getByRole('button', { name: 'New SCIM token' }).first().click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText(/^Must not be (empty|blank)\.$/).waitFor()
    await page.getByLabel('Name').fill('Okta')
    await goStale('POST', '/v1/scim-tokens')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await confirmIdentity()
    token = (await page.getByText(/^svc_scim_[0-9a-f]{48}$/).textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('No calls yet.').waitFor()
    const { url } = await svc.client.call('getScimStatus')
    await page.getByText(url, { exact: true }).first().waitFor()
    await page.getByText('Microsoft Entra ID', { exact: true }).click()
    await page.getByText(`${url}?aadOptscim062020`).waitFor()
    assert.doesNotMatch(await page.content(), new RegExp(token))
  })

  test('is in step, or what it wanted and why that was refused is said first', async () => {
    for (const userName of ['ada@acme.example', 'grace@acme.example'])
      people.push((await scim('POST', '/Users', { userName, emails: [{ value: userName }] })).id)
    const members = people.map((value) => ({ value }))
    await scim('POST', '/Groups', { displayName: 'payments-engineers', members })
    await page.reload()
    await page.getByText(/^svc accepted the last 3 calls/).waitFor()
    await page.getByText('all of them active').waitFor()
    await scim('POST', '/Users', { userName: svc.ownerEmail, emails: [{ value: svc.ownerEmail }] })
    await page.reload()
    await page.getByText(/^svc refused 1 of the last 4 calls/).waitFor()
    const refused = page.getByRole('table', { name: 'Refused calls' }).getByRole('row').nth(1)
    await refused.getByText('conflict').waitFor()
    await refused.getByText('is already a member').waitFor()
  })

  test('has groups that give teams and roles, with a preview of who would get what', async () => {
    const { record: payments } = await svc.client.team.create({ name: 'Payments' })
    await page.goto(`${svc.url}/settings/group-mappings`)
    await page.getByText('No group mappings yet').waitFor()
    await page.getByRole('button', { name: 'New mapping' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New group mapping' })
    const preview = dialog.getByRole('region', { name: 'What would change' })
    await preview.getByText('Choose a source, a group').waitFor()
    await dialog.getByLabel('Source').click()
    await page.getByRole('option', { name: 'Your directory, over SCIM' }).click()
    await dialog.getByLabel('Group').fill('nobody-there')
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: 'viewer' }).click()
    await preview.getByText('That does not mean that it is empty').waitFor()
    await dialog.getByLabel('Group').fill('payments-engineers')
    await preview.getByText('2 people get the role viewer instead of member.').waitFor()
    for (const name of ['ada', 'grace']) await preview.getByText(`${name}@acme.example`).waitFor()
    await dialog.getByLabel('Team', { exact: false }).first().click()
    await page.getByRole('option', { name: 'Payments' }).click()
    await preview.getByText('2 people join Payments.').waitFor()
    assert.equal((await svc.client.groupMapping.page()).items.length, 0, 'a preview saves nothing')
    await goStale('POST', '/v1/group-mappings')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await confirmIdentity()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('join Payments and get the role viewer.').waitFor()
    const { record } = await svc.client.team.read(payments.id)
    assert.deepEqual([...record.memberUids].sort(), [...people].sort())
  })

  test('loses a mapping after the page has said who loses what', async () => {
    await page.getByRole('button', { name: 'Actions for payments-engineers' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: 'Change the group mapping' })
    await change.getByText('Nothing changes for them.').waitFor()
    await change.getByLabel('Role').click()
    await page.getByRole('option', { name: 'None' }).click()
    await change.getByText('2 people get the role member instead of viewer.').waitFor()
    await change.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Actions for payments-engineers' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete the mapping of payments-engineers?' })
    await question.getByText('2 people leave Payments.').waitFor()
    await question.getByText('2 people get the role member instead of viewer.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No group mappings yet').waitFor()
    const { items } = await svc.client.team.page({ q: 'Payments' })
    assert.deepEqual(items[0]?.memberUids, [])
  })

  test('is refused once its token is revoked', async () => {
    await page.goto(`${svc.url}/settings/scim`)
    await page.getByRole('button', { name: 'Revoke Okta' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('heading', { name: 'No directory is connected' }).waitFor()
    const { status } = await fetch(`${svc.url}/scim/v2/Users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(status, 401)
  })
})
