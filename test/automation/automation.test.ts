import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, type TestOrganisation, useApp } from '@svc/server/testing'
import { charge, focusCsv } from '../../packages/cli/src/testing/focus-rows.ts'
import { program } from '../../packages/cli/src/testing/run-program.ts'
import { scratchDir } from '../../packages/cli/src/testing/run-svc.ts'
import { onPath } from '../../packages/provider/packaging/on-path.ts'
import { blockBelow, blocksOf } from './blocks.ts'
import { runOnGithub } from './github.ts'
import { runOnGitlab } from './gitlab.ts'
import { bash, type Ran, type Variables } from './shell.ts'

/** Runs docs/automation.md as it is: what people copy from it has to work. */

type Body = Readonly<Record<string, unknown>>

const missing = ['bash', 'curl', 'jq'].filter((tool) => !onPath(tool))
const skip = missing.length > 0 && `docs/automation.md needs ${missing.join(' and ')}, not found on the PATH`

const ofGithub = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ID: '1234',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
  GITHUB_ACTOR: 'grace',
  GITHUB_SERVER_URL: 'https://github.example',
}

const ofGitlab = {
  CI_PROJECT_PATH: 'acme/shop',
  CI_PIPELINE_ID: '77',
  CI_JOB_ID: '501',
  CI_COMMIT_SHORT_SHA: '01234567',
}

/** The dates in the document must be in the past on the server: future ones are rejected. */
const ahead = Math.max(0, Date.parse('2026-11-16T00:00:00Z') - Date.now())

onEachEngine((engine) => {
  const app = useApp(engine, { now: () => new Date(Date.now() + ahead) })

  let only: Promise<TestOrganisation> | undefined
  /** A single organisation, so that no command has to name it. */
  const theOrganisation = (): Promise<TestOrganisation> => {
    only ??= app.organisation()
    return only
  }

  /** A checkout as a pipeline finds it, and `svc` on its PATH. */
  async function newScene(t: TestContext) {
    const organisation = await theOrganisation()
    const { owner } = organisation
    const fixtures = createFixtures({ app, organisation })
    const appId = String((await fixtures.make(kinds.project)).id)
    const sloId = String((await fixtures.make(kinds.slo, { appId, type: 'availability', target: 99.9 })).id)
    const cwd = await scratchDir(t)
    const bin = join(cwd, 'bin')
    await mkdir(bin)
    const writeProgram = async (path: string, lines: string): Promise<void> => {
      await writeFile(path, `#!/bin/sh\n${lines}\n`)
      await chmod(path, 0o755)
    }
    await writeProgram(join(bin, 'svc'), `exec "${process.execPath}" "${program}" "$@"`)
    const deploy = (lines: string): Promise<void> => writeProgram(join(cwd, 'deploy.sh'), lines)
    await deploy('exit 0')
    const { dataDir, databaseUrl } = app.location
    const machine = {
      PATH: [bin, process.env.PATH].join(delimiter),
      HOME: cwd,
      SVC_DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { SVC_DATABASE_URL: databaseUrl }),
    }
    const filled = (script: string): string => script.replaceAll('prj_…', appId).replaceAll('slo_…', sloId)
    const sh = async (script: string, env: Variables = {}): Promise<Ran> =>
      bash(filled(script), { cwd, env: { ...machine, ...env } })
    const made = await sh(await blockBelow('Reports from automation', 'sh'))
    assert.equal(made.code, 0, made.err)
    const token: string = JSON.parse(made.out).key
    const settings = { SVC_ENDPOINT: app.url, SVC_APP: appId }
    const list = async (path: string, key: string): Promise<readonly Body[]> =>
      (await owner.get(path)).body[key]
    return {
      ...{ owner, appId, sloId, cwd, machine, sh, deploy, token, settings },
      reporting: { SVC_ENDPOINT: app.url, SVC_API_TOKEN: token },
      deployments: () => list(`/deployments?appId=${appId}`, 'deployments'),
      costs: () => list(`/costs/entries?appId=${appId}`, 'entries'),
      drift: () => list(`/drift/snapshots?appId=${appId}`, 'snapshots'),
    }
  }

  const statuses = (deployments: readonly Body[]) => deployments.map(({ status }) => status)
  const good = ({ code, out, err }: Ran): void => assert.equal(code, 0, `${out}\n${err}`)

  test('GitHub Actions: a deployment is reported as it begins and as it ends', { skip }, async (t) => {
    const { cwd, machine, token, settings, deployments, deploy, appId } = await newScene(t)
    const run = (more: Variables = {}, { filledIn = settings, isCancelled = false } = {}) =>
      runOnGithub({
        ...{ cwd, filledIn, isCancelled, secrets: { SVC_API_TOKEN: token } },
        env: { ...machine, ...ofGithub, ...more },
      })
    const first = await run()
    assert.equal(first.status, 'success')
    first.ran.forEach(good)
    assert.deepEqual(
      first.ran.map(({ out }) => /"status":"(\w+)"/.exec(out)?.[1] ?? ''),
      ['created', '', 'updated'],
    )
    assert.deepEqual(
      Object.keys(first.workflow.env).sort(),
      ['SVC_API_TOKEN', ...Object.keys(settings)].sort(),
      'what is filled in here is what has to be filled in',
    )
    const [made, ...others] = await deployments()
    assert.equal(others.length, 0)
    assert.ok(made)
    const { id: _, createdAt, startedAt, completedAt, appName, updatedAt, ...told } = made
    for (const time of [createdAt, startedAt, completedAt]) assert.ok(time)
    assert.deepEqual(Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null)), {
      externalId: 'github/acme/shop/1234/1',
      ...{ appId, platform: 'backend', targetId: 'ghenv:production', status: 'success' },
      ...{ buildVersion: '0123456789ab', triggeredByName: 'grace', githubRunId: '1234' },
      githubRunUrl: 'https://github.example/acme/shop/actions/runs/1234',
    })

    assert.equal((await run()).status, 'success')
    assert.deepEqual(await deployments(), [made], 'the same run again changes nothing')

    await deploy('exit 7')
    const failed = await run({ GITHUB_RUN_ATTEMPT: '2' })
    assert.equal(failed.status, 'failure')
    assert.deepEqual(statuses(await deployments()), ['failed', 'success'], 'another attempt is another one')

    await run({ GITHUB_RUN_ATTEMPT: '3' }, { isCancelled: true })
    assert.deepEqual(statuses(await deployments()), ['cancelled', 'failed', 'success'])

    await deploy('exit 0')
    const filledIn = { ...settings, SVC_ENDPOINT: 'http://127.0.0.1:1' }
    const alone = await run({ GITHUB_RUN_ID: '99' }, { filledIn })
    assert.equal(alone.status, 'success', 'whatever is with svc, the deployment goes on')
    assert.equal((await deployments()).length, 3)
  })

  test('GitLab CI: a deployment is reported as it begins and as it ends', { skip }, async (t) => {
    const { cwd, machine, reporting, settings, deployments, deploy, appId } = await newScene(t)
    const run = (more: Variables = {}, canceled = false) =>
      runOnGitlab({ cwd, env: { ...machine, ...settings, ...reporting, ...ofGitlab, ...more } }, canceled)
    const first = await run()
    first.ran.forEach(good)
    const [made, ...others] = await deployments()
    assert.equal(others.length, 0)
    assert.ok(made?.startedAt && made.completedAt)
    assert.deepEqual(
      [made.appId, made.status, made.platform, made.buildVersion, made.targetId],
      [appId, 'success', 'backend', '01234567', 'gitlab:production'],
    )
    ;(await run()).ran.forEach(good)
    assert.deepEqual(await deployments(), [made], 'the same job again changes nothing')

    await deploy('exit 7')
    const failed = await run({ CI_JOB_ID: '502' })
    assert.equal(failed.status, 'failed')
    assert.deepEqual(statuses(await deployments()), ['failed', 'success'], 'a job that is retried is another')
    await run({ CI_JOB_ID: '503' }, true)
    assert.deepEqual(statuses(await deployments()), ['cancelled', 'failed', 'success'])

    await deploy('exit 0')
    const alone = await run({ CI_JOB_ID: '504', SVC_ENDPOINT: 'http://127.0.0.1:1' })
    assert.equal(alone.status, 'success', 'whatever is with svc, the deployment goes on')
  })

  test('costs: from an export and by the endpoint', { skip }, async (t) => {
    const { cwd, sh, reporting, costs } = await newScene(t)
    const importing = await blockBelow('Costs', 'sh', 'svc import costs')
    const [name = ''] = /\S+\.csv\.gz/.exec(importing) ?? []
    const account = { SubAccountId: /--account (\d+)=/.exec(importing)?.[1] ?? '' }
    const rows = [charge(1, '12.34', account), charge(2, '1', account)]
    await writeFile(join(cwd, name), gzipSync(focusCsv(rows)))
    good(await sh(importing))
    assert.equal((await costs()).length, 0, 'as it stands there it is a dry run')
    const forReal = importing.replace(' --dry-run', '')
    assert.notEqual(forReal, importing)
    for (const _ of ['first', 'again']) {
      good(await sh(forReal))
      assert.deepEqual((await costs()).map(({ amountCents }) => amountCents).sort(), [100, 1234])
    }
    const sending = await blockBelow('Costs', 'sh', '/ingest/v1/costs')
    for (const outcome of ['created', 'unchanged']) {
      const ran = await sh(sending, reporting)
      good(ran)
      assert.equal(JSON.parse(ran.out).results[0].status, outcome)
    }
    const entries = await costs()
    assert.equal(entries.length, 3)
    const sent = entries.find(({ service }) => service === 'CI')
    assert.deepEqual(
      [sent?.amountCents, sent?.category, sent?.periodStart],
      [1234, 'Developer Tools', '2026-11-14T00:00:00.000Z'],
    )
  })

  test('costs: a file is sent to the server', { skip }, async (t) => {
    const { owner, appId, cwd, sh, settings, costs } = await newScene(t)
    const sending = await blockBelow('Costs', 'sh', '/v1/imports/costs')
    const [, name = ''] = /--data-binary @(\S+)/.exec(sending) ?? []
    const row = charge(1, '12.34', { SubAccountId: 'sent', Tags: JSON.stringify({ app: appId }) })
    await writeFile(join(cwd, name), gzipSync(focusCsv([row])))
    for (const created of [1, 0]) {
      const ran = await sh(sending, { ...settings, SVC_API_TOKEN: owner.token ?? '' })
      good(ran)
      assert.equal(JSON.parse(ran.out).imports[0].created, created)
      assert.deepEqual(
        (await costs()).map(({ amountCents }) => amountCents),
        [1234],
      )
    }
  })

  test('drift: what differs is reported once for each run of a pipeline', { skip }, async (t) => {
    const { cwd, sh, reporting, drift } = await newScene(t)
    await writeFile(join(cwd, '.env.example'), 'SHOP_CURRENCY=EUR\nSHOP_REGION=north\n')
    const scan = await blockBelow('Drift', 'sh')
    const env = { ...reporting, ...ofGithub, ...ofGitlab, SHOP_CURRENCY: 'EUR' }
    for (const _ of ['first', 'again']) {
      const { code, out, err } = await sh(scan, { ...env, SHOP_REGION: 'south' })
      assert.equal(code, 3, out + err)
      const [snapshot, ...others] = await drift()
      assert.equal(others.length, 0)
      assert.deepEqual([snapshot?.mappingsTotal, snapshot?.driftedCount], [2, 1])
    }
    good(await sh(scan, { ...env, SHOP_REGION: 'north', GITHUB_RUN_ID: '1235' }))
    assert.deepEqual(
      (await drift()).map(({ driftedCount }) => driftedCount),
      [0, 1],
    )
  })

  test('measurements: an SLO gets a value or counts', { skip }, async (t) => {
    const { owner, sloId, sh, reporting } = await newScene(t)
    const told = async (words: string, outcomes: readonly string[]) => {
      const sending = asOfNow(await blockBelow('Measurements', 'sh', words))
      for (const outcome of outcomes) {
        const ran = await sh(sending, reporting)
        good(ran)
        assert.equal(JSON.parse(ran.out).results[0].status, outcome, ran.out)
      }
      const { body } = await owner.get(`/slos/${sloId}`)
      return [body.currentValue, body.errorBudgetPercentUsed]
    }
    assert.deepEqual(await told('"value"', ['updated', 'unchanged']), [99.95, 50])
    assert.deepEqual(await told('"good"', ['created', 'unchanged']), [99.925, 75])
  })
})

/** Replaces the example times of the page with times before the current hour. */
function asOfNow(script: string): string {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const ago = Date.parse('2026-11-15T12:00:00Z') - hour
  return script.replaceAll(/2026-11-15T\d\d:\d\d:\d\dZ/g, (time) =>
    new Date(Date.parse(time) - ago).toISOString(),
  )
}

test('every pipeline and every script of docs/automation.md is run here', async () => {
  const counts = async (language: 'yaml' | 'sh') =>
    [...(await blocksOf(language))]
      .filter(([, blocks]) => blocks.length > 0)
      .map(([heading, blocks]) => [heading, blocks.length])
  assert.deepEqual(await counts('yaml'), [
    ['GitHub Actions', 1],
    ['GitLab CI', 1],
  ])
  assert.deepEqual(await counts('sh'), [
    ['Reports from automation', 1],
    ['Costs', 3],
    ['Drift', 1],
    ['Measurements', 2],
  ])
})
