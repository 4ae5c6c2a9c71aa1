import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createFixtures, onEachEngine, useApp } from '@svc/server/testing'
import { kinds } from '@svc/model'
import { issueKey } from '@svc/server'
import { runSvc, scratchDir } from './testing/run-svc.ts'

const expected =
  'SAME=1\nURL="postgres://user:canary-one@db"\nGONE=canary-two\n# comment\nexport LINES="a\nb"\n'
const actual = 'SAME=1\nURL=postgres://user:canary-three@db\nNEW=canary-four\nLINES="a\nb"\n'

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async (t: TestContext) => {
    const organisation = await app.organisation()
    const appId = String((await createFixtures({ app, organisation }).make(kinds.project)).id)
    const dir = await scratchDir(t)
    const files = { expected: join(dir, 'expected.env'), actual: join(dir, 'actual.env') }
    await writeFile(files.expected, expected)
    await writeFile(files.actual, actual)
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const scan = (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
      runSvc(['drift', 'scan', '--app', appId, '--expected', files.expected, ...more], { env })
    const store = [...place, '--org', organisation.id]
    const latest = async () => (await organisation.owner.get(`/drift?appId=${appId}`)).body.drift
    const key = async () =>
      (
        await issueKey(app.store, {
          ...{
            organisationId: organisation.id,
            mode: 'live',
            scopes: ['ingest'],
            name: 'ci',
            expiresAt: null,
          },
        } as const)
      ).key
    return { organisation, appId, files, scan, store, latest, key }
  }

  test('two files: what differs is shown and stored by name, and no value leaves', async (t) => {
    const { scan, store, files, latest, organisation } = await newScene(t)
    const { code, out, err } = await scan({}, '--actual', files.actual, '--environment', 'staging', ...store)
    assert.equal(code, 0, err)
    assert.match(
      out,
      /^VARIABLE +DIFFERENCE\nGONE +missing\nNEW +extra\nURL +changed\n\n5 variables .* 3 differ\. /,
    )
    const drift = await latest()
    assert.deepEqual([drift.mappingsTotal, drift.driftedCount, drift.source], [5, 3, 'svc drift scan'])
    assert.deepEqual(
      drift.mappings.map(({ environment, variable, kind }: Record<string, string>) => [
        environment,
        variable,
        kind,
      ]),
      [
        ['staging', 'GONE', 'missing'],
        ['staging', 'NEW', 'extra'],
        ['staging', 'URL', 'changed'],
      ],
    )
    const log = (await organisation.owner.get('/audit-log')).text
    for (const text of [out, JSON.stringify(drift), log]) assert.ok(!text.includes('canary'), text)
  })

  test('each environment has its own latest scan', async (t) => {
    const { scan, store, files, latest } = await newScene(t)
    const one = async (environment: string) =>
      scan({}, '--actual', files.actual, '--environment', environment, ...store)
    assert.equal((await one('production')).code, 0)
    await writeFile(files.actual, expected)
    assert.equal((await one('staging')).code, 0)
    const { environments, driftedCount, scans } = await latest()
    assert.deepEqual(environments, ['production', 'staging'])
    assert.equal(driftedCount, 3)
    assert.deepEqual(
      scans.map((each: Record<string, unknown>) => [each.environment, each.driftedCount]),
      [
        ['production', 3],
        ['staging', 0],
      ],
    )
  })

  test('to a server, with a key that can only report; the same scan again replaces it', async (t) => {
    const { scan, files, latest, key } = await newScene(t)
    const env = { SVC_ENDPOINT: app.url, SVC_API_TOKEN: await key() }
    const args = ['--actual', files.actual, '--external-id', 'nightly', '--json']
    const first = JSON.parse((await scan(env, ...args)).out)
    assert.equal((await latest()).id, first.snapshotId)
    await writeFile(files.actual, expected)
    const again = await scan(env, ...args, '--fail-on-drift')
    assert.equal(again.code, 0, again.err)
    assert.equal(JSON.parse(again.out).snapshotId, first.snapshotId)
    assert.equal((await latest()).driftedCount, 0)
  })

  test('the environment of the process, and an exit code for pipelines', async (t) => {
    const { scan, latest } = await newScene(t)
    const args = ['--actual', 'env', '--dry-run', '--fail-on-drift', '--json']
    const { code, out } = await scan({ SAME: '1', GONE: 'canary-two', OTHER: 'x' }, ...args)
    assert.equal(code, 3)
    const { drifted, snapshotId } = JSON.parse(out)
    assert.deepEqual(drifted, [
      { variable: 'LINES', kind: 'missing' },
      { variable: 'URL', kind: 'missing' },
    ])
    assert.equal(snapshotId, null)
    assert.equal(await latest(), null)
  })

  test('errors are reported in one sentence', async (t) => {
    const { scan, store, files } = await newScene(t)
    const fails = async (pattern: RegExp, ...args: readonly string[]) => {
      const { code, err, out } = await scan({}, ...args)
      assert.ok(code === 1 || code === 2, `${code}`)
      assert.deepEqual([out, pattern.test(err)], ['', true], err)
    }
    await fails(/^There is no file .*none\.\n$/, '--actual', `${files.actual}.none`, ...store)
    await fails(/ is a folder, not a file\.\n$/, '--actual', dirname(files.actual), ...store)
    await writeFile(`${files.actual}.empty`, '# nothing yet\n')
    await fails(
      /^There are no variables in /,
      '--expected',
      `${files.actual}.empty`,
      '--actual',
      'env',
      ...store,
    )
    await fails(/names the project "prj_none"/, '--actual', files.actual, '--app', 'prj_none', ...store)
    await fails(/needs a token/, '--actual', files.actual, '--endpoint', app.url)
    await fails(/must be a URL such as https/, '--actual', files.actual, '--endpoint', 'nope', '--token', 'x')
    await fails(/credential|token/i, '--actual', files.actual, '--endpoint', app.url, '--token', 'x')
  })
})
