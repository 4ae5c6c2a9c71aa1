import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { kinds } from '@svc/model'
import { createFixtures, onEachEngine, useApp } from '@svc/server/testing'
import { program } from '../../packages/cli/src/testing/run-program.ts'
import { scratchDir } from '../../packages/cli/src/testing/run-svc.ts'
import { onPath } from '../../packages/provider/packaging/on-path.ts'
import { githubClaims, gitlabClaims } from '../../packages/server/src/http/acceptance/workload-scene.ts'
import { type OpenIdIssuer, startIssuer } from '../../packages/server/src/testing/openid-issuer.ts'
import { blockBelow } from '../automation/blocks.ts'
import { runOnGithub } from '../automation/github.ts'
import { runOnGitlab } from '../automation/gitlab.ts'
import { bash, type Ran, type Variables } from '../automation/shell.ts'
import { useProvider } from '../terraform/built-provider.ts'
import { withNewestTofu } from '../terraform/each-tofu.ts'
import { environmentFor, settingsFor } from '../terraform/tofu/settings.ts'
import { startGithubTokens } from './github-tokens.ts'

/** Runs the files of docs/pipelines.md as they are, with an ID token and no other secret. */

const page = 'pipelines.md'
const audience = 'https://svc.example.com'
const missing = ['bash', 'curl', 'jq'].filter((tool) => !onPath(tool))
const skip = missing.length > 0 && `docs/pipelines.md needs ${missing.join(' and ')}, not found on the PATH`

const provider = useProvider()

const ofGithub = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ID: '1234',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
  GITHUB_ACTOR: 'grace',
}

const ofGitlab = { CI_PROJECT_PATH: 'acme/shop', CI_JOB_ID: '501', CI_COMMIT_SHORT_SHA: '01234567' }

const configuration = `terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

resource "svc_team" "payments" {
  name = "Payments"
}

resource "svc_project" "checkout" {
  name          = "Checkout"
  owner_team_id = svc_team.payments.id
}
`

await withNewestTofu((tofu) =>
  onEachEngine((engine) => {
    let issuer: OpenIdIssuer
    before(async () => {
      issuer = await startIssuer()
    })
    after(() => issuer?.stop())
    const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })

    /** A checkout on a fresh runner, whose jobs an organisation trusts. */
    async function newScene(t: TestContext, conditions: object) {
      const organisation = await app.organisation()
      const { owner } = organisation
      const appId = String((await createFixtures({ app, organisation }).make(kinds.project)).id)
      const trust = { name: 'Shop', issuer: issuer.issuer, audience, scopes: ['read', 'write', 'ingest'] }
      const made = await owner.post('/workload-trusts', { ...trust, conditions })
      assert.equal(made.status, 201, made.text)
      const home = await scratchDir(t)
      const cwd = join(home, 'checkout')
      const bin = join(home, 'bin')
      for (const dir of [cwd, bin]) await mkdir(dir)
      const settings = join(home, 'settings.tfrc')
      await writeFile(settings, settingsFor({ devOverride: provider.dir }))
      await writeFile(join(cwd, 'catalog.tf'), configuration)
      const writeProgram = async (path: string, lines: string): Promise<void> => {
        await writeFile(path, `#!/bin/sh\n${lines}\n`)
        await chmod(path, 0o755)
      }
      // The provider is the one of these sources, which needs no init.
      await writeProgram(join(bin, 'tofu'), `[ "$1" = init ] || exec "${tofu.path}" "$@"`)
      await writeProgram(join(bin, 'svc'), `exec "${process.execPath}" "${program}" "$@"`)
      await writeProgram(join(cwd, 'deploy.sh'), 'exit 0')
      const machine = {
        ...environmentFor(home, settings),
        PATH: [bin, process.env.PATH].join(delimiter),
      }
      const sh = (script: string, env: Variables = {}): Promise<Ran> =>
        bash(script, { cwd, env: { ...machine, SVC_ENDPOINT: app.url, ...env } })
      const list = async (path: string, key: string) => (await owner.get(path)).body[key]
      return {
        ...{ owner, appId, home, cwd, machine, sh },
        deployments: () => list(`/deployments?appId=${appId}`, 'deployments'),
        teams: () => list('/teams', 'teams'),
        exchanges: () => list('/audit-log?type=workload_trust.exchanged', 'auditLog'),
      }
    }

    const good = ({ code, out, err }: Ran): void => assert.equal(code, 0, `${out}\n${err}`)

    test('GitHub Actions: a job reports and applies with nothing but its ID token', { skip }, async (t) => {
      const scene = await newScene(t, {
        repository_id: '1296269',
        ref: 'refs/heads/main',
        event_name: 'push',
      })
      const { cwd, machine, appId, sh } = scene
      const github = await startGithubTokens((aud) => issuer.sign({ ...githubClaims(issuer), aud }))
      t.after(() => github.stop())
      const { status, ran, workflow } = await runOnGithub({
        ...{ cwd, page, secrets: {} },
        filledIn: { SVC_ENDPOINT: app.url, SVC_APP: appId },
        env: { ...machine, ...ofGithub, ...github.env },
      })
      ran.forEach(good)
      assert.equal(status, 'success')
      assert.equal(workflow.env.SVC_ID_TOKEN_AUDIENCE, audience)
      assert.doesNotMatch(JSON.stringify(workflow), /secrets\.|svc_/)
      const [deployment, ...others] = await scene.deployments()
      assert.deepEqual([deployment.status, others.length], ['success', 0])
      assert.deepEqual(
        (await scene.teams()).map(({ name }: { name: string }) => name).includes('Payments'),
        true,
      )
      const [created] = (await scene.owner.get('/audit-log?type=team.created')).body.auditLog
      assert.equal(created.actor.name, 'Shop (acme/shop, run 1234)')

      const again = { ...github.env, SVC_ID_TOKEN_AUDIENCE: audience }
      good(await sh('tofu plan -detailed-exitcode', again))
      const destroyed = await sh('tofu destroy -auto-approve', again)
      assert.equal(destroyed.code, 1)
      assert.match(destroyed.err.replaceAll(/\s*[│╷╵]?\s+/g, ' '), /after "svc login"/)
      assert.ok((await scene.teams()).some(({ name }: { name: string }) => name === 'Payments'))
    })

    test('GitLab CI: a job reports and applies with nothing but its ID tokens', { skip }, async (t) => {
      const scene = await newScene(t, { project_id: '20', ref: 'main', ref_protected: 'true' })
      const { cwd, machine, appId, home, sh } = scene
      const sign = (aud: string) => issuer.sign({ ...gitlabClaims(issuer), aud })
      const env = { ...machine, ...ofGitlab, SVC_ENDPOINT: app.url, SVC_APP: appId }
      const { status, ran } = await runOnGitlab({ cwd, env }, false, { page, sign })
      ran.forEach(good)
      assert.equal(status, 'success')
      const [deployment, ...others] = await scene.deployments()
      assert.deepEqual(
        [deployment.status, deployment.targetId, others.length],
        ['success', 'gitlab:production', 0],
      )
      assert.ok((await scene.teams()).some(({ name }: { name: string }) => name === 'Payments'))
      // Two ID tokens, each exchanged once, though OpenTofu has started its provider several times.
      assert.equal((await scene.exchanges()).length, 2)
      const kept = join(home, '.local/state/svc/pipeline')
      const [file = ''] = await readdir(kept)
      assert.deepEqual(
        [(await stat(kept)).mode & 0o777, (await stat(join(kept, file))).mode & 0o777],
        [0o700, 0o600],
      )

      const next = { SVC_ID_TOKEN: await sign(audience) }
      good(await sh('tofu plan -detailed-exitcode', next))
      await writeFile(join(cwd, 'catalog.tf'), configuration.replace('"Payments"', '"Pay"'))
      good(await sh('tofu apply -auto-approve', next))
      const destroyed = await sh('tofu destroy -auto-approve', next)
      assert.equal(destroyed.code, 1)
      assert.match(destroyed.err, /403|svc login|admin/)
      assert.equal((await scene.exchanges()).length, 3)
    })

    test('the command and the provider share what an ID token in a file was exchanged for', {
      skip,
    }, async (t) => {
      const scene = await newScene(t, { project_id: '30' })
      const { cwd, appId, sh } = scene
      const file = join(cwd, 'id-token')
      const claims = () => ({ ...gitlabClaims(issuer), project_id: '30' })
      const renew = async () => writeFile(file, `${await issuer.sign(claims())}\n`)
      await writeFile(join(cwd, 'expected.env'), 'SHOP_CURRENCY=EUR\n')
      const scan = `svc drift scan --app ${appId} --expected expected.env --actual env`
      const env = { SVC_ID_TOKEN_FILE: file, SHOP_CURRENCY: 'EUR' }
      await renew()
      good(await sh(`${scan} && tofu plan && ${scan}`, env))
      assert.equal((await scene.exchanges()).length, 1)
      await renew()
      good(await sh(scan, env))
      assert.equal((await scene.exchanges()).length, 2)
      const foreign = { ...claims(), project_id: '31' }
      for (const command of [scan, 'tofu plan']) {
        const { code, err } = await sh(command, {
          SVC_ID_TOKEN: await issuer.sign(foreign),
          SHOP_CURRENCY: 'EUR',
        })
        assert.equal(code, 1)
        assert.match(err.replaceAll(/\s*[│╷╵]?\s+/g, ' '), /does not take the ID token \(invalid_request\)/)
      }
    })
  }),
)

test('the rules of docs/pipelines.md are accepted', { skip }, async (t) => {
  await t.test('as a request', async () => {
    const script = await blockBelow('Trust rules', 'sh', '', page)
    const [, body = ''] = /-d '(.*)'/s.exec(script) ?? []
    const conditions = JSON.parse(body)
    assert.deepEqual(
      kinds.workloadTrust.rules?.filter(({ holds }) => !holds(conditions as never)),
      [],
    )
  })
})
