import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conditions } from '@svc/model'
import { conditionsOf, newDraft, platformOf, startFor, taken } from './trust.ts'
import { issuerInWords, jobsInWords } from './trust-in-words.ts'

const known: readonly (readonly [Conditions, string])[] = [
  [
    { repository_id: '1', ref: 'refs/heads/main', event_name: 'push' },
    'repository 1, branch main, pushes only',
  ],
  [
    { repository_id: '1', ref: 'refs/tags/v1', event_name: 'release' },
    'repository 1, ref refs/tags/v1, event_name release',
  ],
  [{ repository_owner_id: '9', environment: 'production' }, 'environment production, repository_owner_id 9'],
  [
    { project_id: '42', ref: 'main', ref_type: 'branch', ref_protected: 'true' },
    'project 42, branch main, protected branches and tags only',
  ],
  [{ project_id: '42', ref: 'v1', ref_type: 'tag' }, 'project 42, ref v1, ref_type tag'],
  [{ project_id: '42', ref: 'main' }, 'project 42, ref main'],
  [
    { sub: 'system:serviceaccount:shop:deploy', uid: 7, admin: false },
    'subject system:serviceaccount:shop:deploy, uid 7, admin false',
  ],
]

test('a form loses and changes none of the conditions that it was opened with', () => {
  for (const [conditions, words] of known) {
    const platform = platformOf({ conditions })
    const draft = { ...newDraft('https://svc.example.com'), platform, ...taken(platform, conditions) }
    assert.deepEqual(conditionsOf(draft), conditions)
    assert.equal(jobsInWords({ conditions }), words)
  }
})

test('a form begins with what is narrow', () => {
  const draft = newDraft('https://svc.example.com')
  const begun = (platform: 'github' | 'gitlab' | 'other') =>
    conditionsOf({ ...draft, platform, guided: { ...startFor(platform), id: ' 42 ' } })
  assert.deepEqual(begun('github'), { repository_id: '42', ref: 'refs/heads/main', event_name: 'push' })
  assert.deepEqual(begun('gitlab'), {
    project_id: '42',
    ref: 'main',
    ref_type: 'branch',
    ref_protected: 'true',
  })
  assert.deepEqual(begun('other'), { sub: '42' })
})

test('a value that was a number stays one until it is changed', () => {
  const draft = newDraft('https://svc.example.com')
  const with7 = { ...draft, platform: 'other' as const, ...taken('other', { sub: 'x', uid: 7 }) }
  assert.deepEqual(conditionsOf(with7), { sub: 'x', uid: 7 })
  const others = with7.others.map((one) => ({ ...one, value: '8' }))
  assert.deepEqual(conditionsOf({ ...with7, others }), { sub: 'x', uid: '8' })
})

test('an issuer is called by its product', () => {
  const github = { conditions: { repository_id: '1' } }
  for (const [trust, words] of [
    [{ ...github, issuer: 'https://token.actions.githubusercontent.com' }, 'GitHub Actions'],
    [
      { ...github, issuer: 'https://github.acme.example/_services/token' },
      'GitHub Actions (github.acme.example)',
    ],
    [{ conditions: { project_id: '1' }, issuer: 'https://gitlab.com' }, 'GitLab CI'],
    [
      { conditions: { namespace_id: '1' }, issuer: 'https://git.acme.example' },
      'GitLab CI (git.acme.example)',
    ],
    [
      { conditions: { sub: 'x' }, issuer: 'https://kubernetes.acme.example' },
      'https://kubernetes.acme.example',
    ],
  ] as const)
    assert.equal(issuerInWords(trust), words)
})
