import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { acme, call } from './testing/acme.ts'
import { jsonOf, runSvc } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'
import { edit, editManifest, forge } from './testing/damaged-archive.ts'

test('a changed archive is refused with one sentence, and nothing is loaded', async (t) => {
  const { dir, env, organisationId, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  await call(server.url, token, ['POST', '/teams'], { name: 'Payments' })
  await server.stop()
  const good = join(dir, 'good')
  await jsonOf(['export', '--format', 'json', good], { env })

  const nowhere = await runSvc(['import', 'archive', join(dir, 'nowhere')], { env: target })
  assert.match(nowhere.err, /^There is no folder or file \S+nowhere\.\n$/)
  assert.ok(!existsSync(target.SVC_DATA_DIR), 'not even a database was created')
  await jsonOf(['migrate'], { env: target })

  const cases: readonly (readonly [RegExp, (archive: string) => Promise<void>])[] = [
    [/^There is no manifest\.json in \S+: it is not an svc archive, or/, (a) => rm(join(a, 'manifest.json'))],
    [
      /^manifest\.json in \S+ is damaged: it is not JSON\./,
      (a) => writeFile(join(a, 'manifest.json'), '{"for'),
    ],
    [
      /^manifest\.json in \S+ is not the manifest of an svc archive\./,
      (a) => writeFile(join(a, 'manifest.json'), '[]'),
    ],
    [/has format 2, but this program reads format 1\. Use/, (a) => editManifest(a, { formatVersion: 2 })],
    [
      /^The archive was written by svc 0\.1\.0 and is newer .* 9999-later, which/,
      (a) => editManifest(a, { schema: '9999-later' }),
    ],
    [/is damaged: partitions\.live is required\./, (a) => editManifest(a, { partitions: {} })],
    [
      /is damaged: organisation\.id must/,
      (a) => editManifest(a, { organisation: { id: '../x', name: 'x', createdAt: '2026-01-01T00:00:00Z' } }),
    ],
    [/^teams\.ndjson is missing from /, (a) => rm(join(a, 'teams.ndjson'))],
    [
      /^teams\.ndjson has \d+ bytes, but the manifest says \d+: it is incomplete\./,
      (a) => edit(a, 'teams.ndjson', (text) => text.slice(0, -20)),
    ],
    [
      /^teams\.ndjson has been altered or damaged: its SHA-256/,
      (a) => edit(a, 'teams.ndjson', (text) => text.replace('Payments', 'paymentS')),
    ],
    [/^teams\.ndjson, line 1 is not JSON\./, (a) => forge(a, 'teams.ndjson', (text) => text.slice(0, -20))],
    [
      /^teams\.ndjson, line 1: record\.name must not be blank|^teams\.ndjson, line 1: record\.name must /,
      (a) => forge(a, 'teams.ndjson', (text) => text.replace('"Payments"', '7')),
    ],
    [
      /^teams\.ndjson, line 1: record\.colour /,
      (a) => forge(a, 'teams.ndjson', (text) => text.replace('"color"', '"colour"')),
    ],
    [
      /^teams\.ndjson, line 1: "in" must be one of live, test\./,
      (a) => forge(a, 'teams.ndjson', (text) => text.replace('"live"', '"home"')),
    ],
    [
      /^The log of home has a gap: 1 is followed by 3\./,
      (a) => forge(a, 'events.ndjson', (text) => text.replace(/.*"in":"home","seq":2,.*\n/, '')),
    ],
    [
      /^The log of live ends with 0, but the manifest says 1\./,
      (a) => forge(a, 'events.ndjson', (text) => text.replace(/.*"in":"live".*\n/, '')),
    ],
  ]
  for (const [sentence, spoil] of cases) {
    const bad = join(dir, 'bad')
    await cp(good, bad, { recursive: true })
    await spoil(bad)
    const { code, err } = await runSvc(['import', 'archive', bad], { env: target })
    assert.equal(code, 1, String(sentence))
    assert.match(err, sentence)
    assert.match(err, /^[^\n]+\n$/)
    assert.deepEqual(JSON.parse((await runSvc(['org', 'list', '--json'], { env: target })).out), [])
    await rm(bad, { recursive: true })
  }

  const loaded = { organisationId, name: 'Acme' }
  assert.partialDeepStrictEqual(await jsonOf(['import', 'archive', good], { env: target }), loaded)
  const twice = await runSvc(['import', 'archive', good], { env: target })
  assert.match(twice.err, /^The organisation org_\S+ \(Acme\) already exists in this store\. /)
  assert.equal(twice.code, 1)
})

test('an archive is read without following a link or waiting for a pipe', async (t) => {
  const { dir, env, target } = await acme(t)
  const good = join(dir, 'good')
  await jsonOf(['export', '--format', 'json', good], { env })
  for (const name of ['manifest.json', 'users.ndjson', 'events.ndjson']) {
    for (const spoil of [
      // Its target even matches the manifest.
      (file: string) => symlink(join(good, name), file),
      (file: string) => symlink('/dev/zero', file),
      async (file: string) => void execFileSync('mkfifo', [file]),
      (file: string) => mkdir(file),
    ]) {
      const bad = join(dir, 'bad')
      await cp(good, bad, { recursive: true })
      await rm(join(bad, name))
      await spoil(join(bad, name))
      const { code, err } = await runSvc(['import', 'archive', bad], { env: target })
      assert.equal(code, 1, name)
      assert.equal(
        err,
        `${name} is not a regular file. An archive contains no links, folders or devices.\n`,
        String(spoil),
      )
      await rm(bad, { recursive: true })
    }
  }
  assert.ok(!existsSync(target.SVC_DATA_DIR), 'not even a database was created')
})

test('an archive names no file outside its folder', async (t) => {
  const { dir, env, target } = await acme(t)
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  const { files } = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'))
  for (const name of ['../data/svc.db', join(dir, 'data/svc.db'), 'a/../teams.ndjson', './teams.ndjson']) {
    await editManifest(archive, { files: [...files, { name, entries: 1, bytes: 1, sha256: '0'.repeat(64) }] })
    const { code, err } = await runSvc(['import', 'archive', archive], { env: target })
    assert.equal(code, 1)
    assert.ok(err.includes(`it has ${name}, which this svc does not know`), err)
  }
})

test('an archive of an older svc, without later additions, is loaded', async (t) => {
  const { dir, env, target } = await acme(t)
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  await forge(archive, 'users.ndjson', (text) => text.replace(/"avatarKey":null,/, ''))
  const manifest = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'))
  const older = manifest.files.filter(({ name }: { name: string }) => name !== 'webhooks.ndjson')
  await editManifest(archive, { schema: '0007-vault', files: older })
  await jsonOf(['import', 'archive', archive], { env: target })
})

test('an on-call binding of an older archive says when its provider last answered, if it did', async (t) => {
  const { dir, env, token, target } = await acme(t)
  const server = await serveSvc(t, [], env)
  const { body: team } = await call(server.url, token, ['POST', '/teams'], { name: 'Payments' })
  const binding = { scope: 'team', targetId: team.id, scheduleId: 'P1' }
  for (const provider of ['pagerduty', 'opsgenie'])
    await call(server.url, token, ['POST', '/oncall/bindings'], { ...binding, provider })
  await server.stop()
  const archive = join(dir, 'archive')
  await jsonOf(['export', '--format', 'json', archive], { env })
  const askedAt = '2026-01-02T00:00:00.000Z'
  // The server may have tried the providers by itself meanwhile.
  const outcomes = ['It did not answer.', null].values()
  await forge(archive, 'oncall_bindings.ndjson', (text) =>
    text.replaceAll(/.+/g, (line) => {
      const { record, ...rest } = JSON.parse(line)
      const { lastAttemptAt, manual, serviceId, changesAt, ...older } = record
      const asked = { ...older, lastFetchedAt: askedAt, lastFetchError: outcomes.next().value }
      return JSON.stringify({ ...rest, record: asked })
    }),
  )
  await editManifest(archive, { schema: '0038-runbook-severities' })
  await jsonOf(['import', 'archive', archive], { env: target })
  // No server is started: its jobs would try the providers again.
  const again = join(dir, 'again')
  await jsonOf(['export', '--format', 'json', again], { env: target })
  const lines = (await readFile(join(again, 'oncall_bindings.ndjson'), 'utf8')).trim().split('\n')
  const times = lines.map((line) => {
    const { lastFetchError, lastFetchedAt, lastAttemptAt } = JSON.parse(line).record
    return [lastFetchError !== null, lastFetchedAt, lastAttemptAt]
  })
  assert.deepEqual(times.toSorted(), [
    [false, askedAt, askedAt],
    [true, null, askedAt],
  ])
})

test('a verified SSO domain belongs to one organisation of a store', async (t) => {
  const archives = []
  for (const { dir, env, token } of [await acme(t), await acme(t)]) {
    const server = await serveSvc(t, [], env)
    const { status } = await call(server.url, token, ['POST', '/sso/domains'], {
      normalizedDomain: 'acme.example',
    })
    assert.equal(status, 201)
    await server.stop()
    const archive = join(dir, 'archive')
    await jsonOf(['export', '--format', 'json', archive], { env })
    await forge(archive, 'sso_domains.ndjson', (text) => text.replace('"pending"', '"verified"'))
    archives.push(archive)
  }
  const [first = '', second = ''] = archives
  const { target: env } = await acme(t)
  await jsonOf(['import', 'archive', first], { env })
  const { code, err } = await runSvc(['import', 'archive', second], { env })
  assert.equal(code, 1)
  assert.match(
    err,
    /^The archive has acme\.example as a verified SSO domain, but another organisation of this store has verified it too\. [^\n]+\n$/,
  )
  assert.equal((await jsonOf<readonly object[]>(['org', 'list'], { env })).length, 1)
})
