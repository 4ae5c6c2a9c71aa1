import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { oauthProgram, pkce } from '../../packages/server/src/testing/oauth-program.ts'
import { type Console, isWithoutBrowser, startConsole } from './browser.ts'

const password = 'a long walk by the river'

describe('programs that act for a person', { skip: isWithoutBrowser }, () => {
  let svc: Console
  before(async () => {
    svc = await startConsole()
  })
  after(() => svc.close())

  test('the device page: after signing in, one click lets the program in, and one on the account page ends it', async () => {
    const program = oauthProgram(() => svc.url)
    const asked = (await program.ask()).body
    const page = await svc.open('/')
    await page.context().clearCookies()
    await page.goto(`${svc.url}/device?user_code=${asked.user_code}`)
    await page.getByLabel('E-mail').fill(svc.ownerEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const words of ['See the catalog', 'Create and change records', 'Delete records'])
      await page.getByRole('listitem').filter({ hasText: words }).waitFor()
    await page.getByText('Live data', { exact: true }).waitFor()
    await page.getByText(/^node, at (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/).waitFor()
    assert.equal((await program.poll(asked.device_code)).body.error, 'authorization_pending')
    await page.getByRole('button', { name: 'Use test data instead' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'The program is signed in' }).waitFor()
    const given = await program.poll(asked.device_code)
    assert.match(given.body.access_token, /^svc_oat_test_/)
    await page.goto(`${svc.url}/settings/security`)
    await page.getByRole('button', { name: 'Sign out the svc command' }).click()
    await page.getByText('Program signed out').waitFor()
    assert.equal((await program.refresh(given.body.refresh_token)).body.error, 'invalid_grant')
  })

  test('the page of consent sends the browser back to the program with a code', async () => {
    const { verifier, challenge } = pkce()
    const back = Promise.withResolvers<URL>()
    const listener = createServer((request, response) => {
      back.resolve(new URL(request.url ?? '', 'http://127.0.0.1'))
      response.end('Done.')
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
    const query = new URLSearchParams({
      ...{ client_id: 'svc-cli', response_type: 'code', redirect_uri: redirectUri, state: 'mine' },
      ...{ scope: 'read', code_challenge: challenge, code_challenge_method: 'S256' },
    })
    const page = await svc.open(`/oauth/authorize?${query}`)
    await page.getByRole('listitem').filter({ hasText: 'See the catalog and everything in it' }).waitFor()
    assert.equal(await page.getByText('Create and change records').count(), 0)
    await page.getByText(new URL(redirectUri).host).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    const { searchParams } = await back.promise
    listener.close()
    assert.equal(searchParams.get('state'), 'mine')
    const given = await oauthProgram(() => svc.url).token({
      ...{ grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier },
      code: searchParams.get('code') ?? '',
    })
    assert.equal(given.body.scope, 'read')
  })
})
