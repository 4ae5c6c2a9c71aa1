import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { pipelineFile } from './pipeline-file.ts'
import type { Trust } from './trust.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../../../docs/pipelines.md'), 'utf8')
const endpoint = 'https://svc.acme.example/svc'
const audience = 'https://svc.acme.example'

type Scopes = Trust['scopes']

const every: readonly Scopes[] = [
  ['read'],
  ['ingest'],
  ['write'],
  ['read', 'write'],
  ['read', 'ingest'],
  ['write', 'ingest'],
  ['read', 'write', 'ingest'],
]

const github = (scopes: Scopes, conditions: Trust['conditions'] = { repository_id: '1' }, aud = audience) =>
  pipelineFile(guide, { conditions, audience: aud, scopes }, endpoint)
const gitlab = (scopes: Scopes, conditions: Trust['conditions'] = { project_id: '1' }, aud = audience) =>
  pipelineFile(guide, { conditions, audience: aud, scopes }, endpoint)

describe('the file of a pipeline', () => {
  for (const scopes of every) {
    const [reads, writes, reports] = (['read', 'write', 'ingest'] as const).map((one) => scopes.includes(one))

    test(`does what a token with ${scopes} can do, on GitHub`, () => {
      const file = github(scopes)
      const { env, jobs, permissions } = parse(file)
      assert.equal(permissions['id-token'], 'write')
      assert.equal(env.SVC_ENDPOINT, endpoint)
      assert.equal(env.SVC_ID_TOKEN_AUDIENCE, audience)
      assert.equal('SVC_APP' in env, reports)
      const { steps } = jobs.deploy
      const runs = steps.map(({ run = '' }: { readonly run?: string }) => run).join('\n')
      assert.deepEqual(
        [/tofu plan/.test(runs), /tofu apply/.test(runs), /ingest\/v1/.test(runs)],
        [reads, reads && writes, reports],
      )
      assert.equal(/opentofu/.test(file), reads)
      assert.ok(steps.some(({ run }: { readonly run?: string }) => run === './deploy.sh'))
    })

    test(`does what a token with ${scopes} can do, on GitLab`, () => {
      const { deploy } = parse(gitlab(scopes))
      assert.deepEqual(
        Object.values(deploy.id_tokens).map((token) => (token as { readonly aud: string }).aud),
        reports ? [audience, audience] : [audience],
      )
      assert.equal(deploy.variables.SVC_ENDPOINT, endpoint)
      assert.equal('SVC_APP' in deploy.variables, reports)
      const script = deploy.script.join('\n')
      assert.deepEqual(
        [/tofu plan/.test(script), /tofu apply/.test(script), /oauth\/token/.test(script)],
        [reads, reads && writes, reports],
      )
      assert.deepEqual(['before_script' in deploy, 'after_script' in deploy], [reports, reports])
      assert.ok(deploy.script.includes('./deploy.sh'))
    })
  }

  test('runs where the rule expects it', () => {
    const onGithub = parse(
      github(['read'], { repository_id: '1', ref: 'refs/heads/release/2', environment: 'prod: eu' }),
    )
    assert.deepEqual(onGithub.on.push.branches, ['release/2'])
    assert.equal(onGithub.jobs.deploy.environment, 'prod: eu')
    const { deploy } = parse(
      gitlab(['read'], { project_id: '1', ref: 'release/2', ref_type: 'branch', environment: 'prod: eu' }),
    )
    assert.deepEqual(deploy.rules, [{ if: '$CI_COMMIT_BRANCH == "release/2"' }])
    assert.equal(deploy.environment, 'prod: eu')
  })

  test('is what it says, whatever the audience is', () => {
    for (const odd of ['a}b, c: "d', '$&', "it's", 'true', '42']) {
      assert.equal(parse(github(['read'], undefined, odd)).env.SVC_ID_TOKEN_AUDIENCE, odd)
      assert.equal(parse(gitlab(['read'], undefined, odd)).deploy.id_tokens.SVC_ID_TOKEN.aud, odd)
    }
  })

  test('says for any other platform what its job has to set', () => {
    const file = pipelineFile(guide, { conditions: { sub: 'x' }, audience, scopes: ['read'] }, endpoint)
    assert.match(file, /^export SVC_ENDPOINT='https:\/\/svc\.acme\.example\/svc'$/m)
    assert.match(file, /^export SVC_ID_TOKEN_FILE=/m)
  })
})
