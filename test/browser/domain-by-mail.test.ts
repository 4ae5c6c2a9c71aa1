import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually, type MailServerForTests, startMailServer } from '@svc/server/testing'
import { type Console, isWithoutBrowser, startConsole } from './browser.ts'

const password = 'a long walk by the river'

describe('a domain that is verified by mail', { skip: isWithoutBrowser }, () => {
  let svc: Console
  let server: MailServerForTests
  const ending: (() => unknown)[] = []
  before(async () => {
    server = await startMailServer({ after: (end) => void ending.push(end as () => unknown) })
    server.offersTls = false
    const smtpUrl = `smtp://localhost:${server.port}?starttls=off`
    svc = await startConsole(['--smtp-url', smtpUrl, '--mail-from', 'svc@svc.example'])
  })
  after(async () => {
    await svc?.close()
    for (const end of ending) await end()
  })

  const linkSentTo = async (domain: string): Promise<string> => {
    const { data } = await eventually(
      async () => server.received.find(({ to }) => to.includes(`postmaster@${domain}`)),
      (found) => found !== undefined,
    ).then((found) => found ?? { data: '' })
    const plain = data.replace(/=\r\n/g, '').replace(/=3D/g, '=')
    return /http\S+#\w+\.svc_domain_\w+/.exec(plain)?.[0] ?? ''
  }

  test('an admin adds it, and opens the link that its postmaster was sent, also before signing in', async () => {
    const page = await svc.open('/settings/sso')
    await page.getByRole('button', { name: 'Add a domain' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Domain', { exact: true }).fill('mailed.example')
    await dialog.getByLabel('Verification method').click()
    await page.getByRole('option', { name: /Link mailed to the postmaster/ }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('A link is sent to postmaster@mailed.example.').waitFor()
    const link = new URL(await linkSentTo('mailed.example'))
    assert.equal(link.pathname, '/settings/sso')

    await page.context().clearCookies()
    const opened = await page.context().newPage()
    await opened.goto(link.href)
    await opened.getByLabel('E-mail').fill(svc.ownerEmail)
    await opened.getByLabel('Password').fill(password)
    await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
    await opened.getByText('You have opened the link that was mailed').waitFor()
    assert.equal(await opened.getByText('verified', { exact: true }).count(), 0, 'it takes a click')
    await opened.getByRole('button', { name: 'Confirm mailed.example' }).click()
    await opened.getByText('verified', { exact: true }).waitFor()
    assert.equal(new URL(opened.url()).hash, '')
    await opened.goto('about:blank')
    await opened.goto(link.href)
    await opened.getByRole('button', { name: 'Confirm mailed.example' }).click()
    await opened.getByText(/has been used or replaced/).waitFor()
  })
})
