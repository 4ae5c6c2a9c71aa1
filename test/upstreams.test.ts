import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  allOperations,
  barePart,
  errorTrackerProviderNames,
  errorTrackerProviders,
  goalertQuery,
  inWords,
  oncallKeyword,
  oncallProviderFor,
  oncallProviderNames,
  oncallProviders,
  type Upstream,
  upstreamAddresses,
  vaultUseTypes,
} from '@svc/model'
import { outboundOptions } from '../packages/cli/src/outbound-options.ts'
import { nameOfUse } from '../packages/console/src/areas/settings/vault/uses-in-words.ts'
import { errorTrackerClients } from '../packages/server/src/outbound/error-trackers/clients.ts'
import { onCallClients } from '../packages/server/src/outbound/oncall/clients.ts'

const docOf = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '..', 'docs', name), 'utf8')

const upstreams: Readonly<Record<string, Upstream>> = { ...oncallProviders, ...errorTrackerProviders }
const clients = { ...onCallClients, ...errorTrackerClients }

for (const [provider, { name, url, credential }] of Object.entries(upstreams)) {
  test(`${name} is known everywhere by its name`, () => {
    assert.equal(typeof clients[provider as keyof typeof clients].ask, 'function')
    assert.ok(vaultUseTypes.includes(provider as (typeof vaultUseTypes)[number]))
    assert.equal(inWords(provider), name)
    assert.equal(nameOfUse(provider as (typeof vaultUseTypes)[number]), name)
  })

  test(`${name} has a credential whose parts are explained`, () => {
    const { fields } = credential
    for (const { about, pattern } of Object.values(fields)) {
      assert.match(about, /^\S.*\.$/)
      assert.doesNotThrow(() => new RegExp(pattern))
    }
    // Where there is an address to go to, a credential may name another.
    assert.equal('baseUrl' in fields, url !== undefined)
  })
}

test('a value that is not JSON is the one part that a credential must have, if it is only one', () => {
  const part = { about: 'A part.', pattern: '.', required: true } as const
  const other = { about: 'Another.', pattern: '.' }
  assert.equal(barePart({ name: 'One', credential: { fields: { other, key: part } } }), 'key')
  assert.equal(barePart({ name: 'Two', credential: { fields: { id: part, key: part, other } } }), undefined)
})

test('each client is tried against the failures that every upstream can have', async () => {
  for (const [folder, names] of [
    ['oncall', oncallProviderNames],
    ['error-trackers', errorTrackerProviderNames],
  ] as const)
    for (const name of names) {
      const path = `packages/server/src/outbound/${folder}/${name}.test.ts`
      const tests = await readFile(join(import.meta.dirname, '..', path), 'utf8').catch(() => '')
      assert.ok(tests.includes('testFailures('), `${path} must call testFailures`)
    }
})

test('an operator can set the URL of each API, and the documentation lists how', async () => {
  const docs = await docOf('operating.md')
  const missing: string[] = []
  assert.ok(Object.keys(upstreamAddresses).length >= oncallProviderNames.length)
  for (const [key, { name, url }] of Object.entries(upstreamAddresses)) {
    const option: Readonly<Record<string, object>> = outboundOptions
    const env = `SVC_${key.toUpperCase()}_URL`
    assert.deepEqual(option[`${key}-url`], {
      ...{ type: 'string', value: 'URL', about: `Where the API of ${name} is, for all organisations`, env },
    })
    missing.push(...[`--${key}-url`, env].filter((word) => !docs.includes(`\`${word}\``)))
    assert.ok(url === null || URL.canParse(url))
  }
  assert.deepEqual(missing, [], 'docs/operating.md does not list these')
})

test('the vault knows the item of each on-call provider by its keyword, and the description lists it', () => {
  const put = allOperations.find(({ id }) => id === 'createSecret')
  for (const provider of oncallProviderNames) {
    assert.equal(oncallProviderFor(oncallKeyword(provider, 'platform')), provider)
    const upstream: Upstream = oncallProviders[provider]
    const bare = barePart(upstream)
    const form = bare === undefined ? 'JSON with:' : `The bare \`${bare}\`, or JSON with:`
    assert.ok(put?.about?.includes(`: ${upstream.name}. ${form}`), provider)
  }
  for (const word of ['', 'pager', 'pagerduty2', 'opsgenie-x', 'ical', 'ical-', 'toString'])
    assert.equal(oncallProviderFor(word), undefined, word)
})

test('the documentation of the API lists each provider', async () => {
  const docs = await docOf('api.md')
  const providers = [...oncallProviderNames, ...errorTrackerProviderNames]
  const missing = providers.filter((provider) => !docs.includes(`\n| \`${provider}\` |`))
  assert.deepEqual(missing, [], 'docs/api.md has no row for these in its tables of providers')
  // A key is made with what stands there.
  assert.ok(docs.includes(`\n${goalertQuery}\n`))
})
