import assert from 'node:assert/strict'
import { test } from 'node:test'
import tls from 'node:tls'
import { mailCert, startMailServer } from '@svc/server/testing'
import { examine } from './testing/examine.ts'
import { runSvc, scratchDir } from './testing/run-svc.ts'

test('the doctor tests the connection to the mail server', async (t) => {
  tls.setDefaultCACertificates([mailCert])
  const dir = await scratchDir(t)
  await runSvc(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com', '--data-dir', dir])
  const server = await startMailServer(t)
  server.login = { user: 'svc', password: 'quite secret' }
  const args = ['--data-dir', dir, '--port', '0', '--public-url', 'https://svc.example']
  const ask = async (url: string) =>
    (await examine(args, { SVC_SMTP_URL: url, SVC_MAIL_FROM: 'svc <svc@svc.example>' })).of('mail').join()

  assert.equal((await examine(args)).of('mail').join(), '✓ not set up: links are handed over')
  const place = `localhost:${server.port}`
  const encrypted = `${place}?starttls=required`
  assert.equal(await ask(`smtp://svc:quite%20secret@${encrypted}`), `✓ ${place} takes mails`)
  assert.match(
    await ask(`smtp://svc:wrong@${encrypted}`),
    /^✗ .*: The mail server refused the user or the password \(535 5\.7\.8\)\.$/,
  )
  server.offersTls = false
  assert.match(await ask(`smtp://svc:quite%20secret@${encrypted}`), /^✗ .*encrypted connection/)
  server.login = undefined
  assert.equal(await ask(`smtp://${place}`), `✓ ${place} takes mails`, 'nobody is in between on one machine')
  // The same machine by another name, which does not say that it is.
  assert.match(await ask(`smtp://127.1:${server.port}?starttls=off`), /^! .*without encryption/)
  const alone = await examine(args, { SVC_SMTP_URL: `smtp://${place}` })
  assert.equal(alone.of('mail').join(), `✓ ${place} takes mails`, 'the address of the server is enough')
  server.isDown = true
  assert.match(await ask(`smtp://${place}`), /^✗ .*The connection to the mail server failed\.$/)
  assert.deepEqual(server.received, [])
})

test('a mail server that cannot be used is refused before anything starts, without repeating the password', async (t) => {
  const dir = await scratchDir(t)
  for (const [url, from, complaint] of [
    ['mail.example.com', 'svc@example.com', /must be an address such as smtp:/],
    ['http://svc:quiteSecret@mail.example.com', 'svc@example.com', /must be an address such as smtp:/],
    ['smtp://svc:quiteSecret@mail.example.com?starttls=off', 'svc@example.com', /sent unencrypted/],
    ['smtp://svc:quiteSecret@mail.example.com?tls=no', 'svc@example.com', /only option is starttls/],
    ['smtps://svc:quiteSecret@mail.example.com?starttls=off', 'svc@example.com', /without STARTTLS/],
    ['smtp://svc@mail.example.com', 'svc@example.com', /both a user and a password/],
    ['smtp://svc:quiteSecret@mail.example.com', 'nobody', /--mail-from .* must be an address/],
    ['smtp://svc:quiteSecret@mail.example.com', 'a@b.example, c@d.example', /must be an address/],
  ] as const) {
    const { code, err } = await runSvc(['serve', '--data-dir', dir, '--port', '0'], {
      env: { SVC_SMTP_URL: url, SVC_MAIL_FROM: from },
    })
    assert.equal(code, 2, err)
    assert.match(err, complaint)
    assert.ok(!err.includes('quiteSecret'), err)
  }
})
