import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSharedAudience, missingIds } from './workload-issuers.ts'

const github = 'https://token.actions.githubusercontent.com'

test('GitHub and GitLab are trusted only by an id that nobody else can take', () => {
  for (const [issuer, conditions, isEnough] of [
    [github, { repository_id: '1' }, true],
    [github, { repository_owner_id: '1', ref: 'refs/heads/main' }, true],
    [github, { enterprise_id: '1' }, true],
    [github, { repository: 'acme/shop' }, false],
    [github, { sub: 'repo:acme/shop:ref:refs/heads/main' }, false],
    [github, { project_id: '1' }, false],
    [github, { repository_id: 1 }, false],
    [github, { repository_id: '' }, false],
    [`${github}/acme`, { repository: 'acme/shop' }, false],
    ['https://token.actions.acme.ghe.com', { repository: 'acme/shop' }, false],
    ['https://token.actions.acme.ghe.com', { repository_owner_id: '1' }, true],
    ['https://github.acme.example/_services/token', { sub: 'x' }, false],
    ['https://github.acme.example/_services/token', { repository_id: '1' }, true],
    ['https://gitlab.com', { project_path: 'acme/shop' }, false],
    ['https://gitlab.com', { sub: 'x' }, false],
    ['https://gitlab.com', { repository_id: '1' }, false],
    ['https://gitlab.com', { namespace_id: '1' }, true],
    // Run by a company itself: known by its claims.
    ['https://git.acme.example', { project_path: 'acme/shop' }, false],
    ['https://git.acme.example', { sub: 'project_path:acme/shop:ref_type:branch:ref:main' }, false],
    ['https://git.acme.example', { sub: 'x', ref_protected: 'true' }, false],
    ['https://git.acme.example', { project_id: '1', ref_protected: 'true' }, true],
    // Neither of the two: its subject is what never changes.
    ['https://kubernetes.acme.example', { sub: 'system:serviceaccount:shop:deploy' }, true],
    ['https://kubernetes.acme.example', { environment: 'production' }, false],
  ] as const)
    assert.equal(missingIds(issuer, conditions).length === 0, isEnough, JSON.stringify([issuer, conditions]))
})

test('an audience that tokens have by default is nobody’s own', () => {
  for (const [issuer, audience, isShared] of [
    [github, 'https://github.com/acme', true],
    [github, 'https://GitHub.com/acme/', true],
    ['http://localhost:1', 'https://github.com/acme', true],
    ['https://token.actions.acme.ghe.com', 'https://acme.ghe.com/acme', true],
    ['https://github.acme.example/_services/token', 'https://github.acme.example/acme', true],
    ['https://gitlab.com', 'https://gitlab.com', true],
    [github, 'https://svc.example.com', false],
    [github, 'svc', false],
    [github, 'https://svc.example.com/acme', false],
  ] as const)
    assert.equal(isSharedAudience(issuer, audience), isShared, JSON.stringify([issuer, audience]))
})
