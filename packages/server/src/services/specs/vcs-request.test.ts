import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntegrationConfigs } from '@svc/model'
import { fileAt, readingsOf } from './repository-file.ts'
import { fileUrl } from './vcs-request.ts'

type Vcs = IntegrationConfigs['vcs']

const connection = (provider: Vcs['provider'], more: Partial<Vcs> = {}): Vcs => ({
  provider,
  organisation: 'o',
  tokenKeyword: 'k',
  ...more,
})

const asked = (config: Vcs, address: string): string | null => {
  const file = fileAt(config, address)
  const [reading] = file ? readingsOf(file) : []
  return file && reading ? fileUrl(config, file, reading) : null
}

test('the API of each host follows from the host', () => {
  const contents = '/repos/o/r/contents/a.yaml?ref=main'
  const files = '/projects/o%2Fr/repository/files/a%2Eyaml/raw?ref=main'
  const rows: readonly [Vcs, string, string][] = [
    [connection('github'), 'https://github.com/o/r/blob/main/a.yaml', `https://api.github.com${contents}`],
    [
      connection('github', { host: 'acme.ghe.com' }),
      'https://acme.ghe.com/o/r/blob/main/a.yaml',
      `https://api.acme.ghe.com${contents}`,
    ],
    [
      connection('github', { host: 'git.corp' }),
      'https://git.corp/o/r/raw/main/a.yaml',
      `https://git.corp/api/v3${contents}`,
    ],
    [connection('gitlab'), 'https://gitlab.com/o/r/-/blob/main/a.yaml', `https://gitlab.com/api/v4${files}`],
    [
      connection('gitlab', { host: 'git.corp:8443' }),
      'http://git.corp:8443/o/r/-/raw/main/a.yaml',
      `https://git.corp:8443/api/v4${files}`,
    ],
    [
      connection('bitbucket'),
      'https://bitbucket.org/o/r/src/main/a.yaml',
      'https://api.bitbucket.org/2.0/repositories/o/r/src/main/a.yaml',
    ],
    [
      connection('bitbucket', { host: 'bits.corp' }),
      'https://bits.corp/o/r/src/main/a.yaml',
      'https://bits.corp/2.0/repositories/o/r/src/main/a.yaml',
    ],
  ]
  for (const [config, address, expected] of rows) assert.equal(asked(config, address), expected)
})

test('a URL of another host, or not of a file, is not handled', () => {
  const config = connection('github')
  for (const address of [
    'https://github.com.evil.example/o/r/blob/main/a.yaml',
    'https://github.com:8443/o/r/blob/main/a.yaml',
    'https://api.github.com/repos/o/r/contents/a.yaml',
    'https://raw.github.com.evil.example/o/r/main/a.yaml',
    'ftp://github.com/o/r/blob/main/a.yaml',
    'https://github.com/o/r/tree/main/docs',
    'https://github.com/o/r/blob/main',
    'https://github.com/o/r/blob/main//a.yaml',
    'https://github.com/o/r/blob/main/a%00.yaml',
    'https://github.com/o/r/blob/main/%2e%2e%2fa.yaml',
    'https://github.com/o/r/blob/main/..%5ca.yaml',
    'github.com/o/r/blob/main/a.yaml',
    '',
  ])
    assert.equal(asked(config, address), null, address)
  assert.equal(asked(connection('gitlab'), 'https://gitlab.com/r/-/blob/main/a.yaml'), null)
  assert.equal(asked(connection('bitbucket'), 'https://bitbucket.org/o/r/blob/main/a.yaml'), null)
})
