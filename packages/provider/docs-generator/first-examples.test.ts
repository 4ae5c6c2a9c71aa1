import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogProvider } from '../src/catalog/provider.ts'
import { version } from '../src/version.ts'
import { firstExamples } from './first-examples.ts'

const provider = catalogProvider({ env: {}, cwd: '.', version, log() {} })
const begun = firstExamples(provider, () => false)

test('what has an example keeps it', () => {
  assert.equal(firstExamples(provider, () => true).size, 0)
})

// A secret that is only passed through is no field of the kind.
test('everything else gets one, which shows whatever can be set', () => {
  for (const [type, { schema }] of Object.entries(provider.resources)) {
    const text = begun.get(`resources/${type}/resource.tf`) ?? ''
    for (const [name, { presence }] of Object.entries(schema.attributes))
      if (presence !== 'computed' && !name.startsWith('token_wo'))
        assert.match(text, new RegExp(`^  ${name} += `, 'm'))
    assert.match(
      begun.get(`resources/${type}/import.sh`) ?? '',
      new RegExp(`^tofu import ${type}\\.example `),
    )
  }
})

test('what it points at is there too', () => {
  const text = begun.get('resources/svc_domain/resource.tf') ?? ''
  assert.match(text, /^resource "svc_team" "example" \{\n {2}name = "Payments"\n\}$/m)
  assert.match(text, /^ {2}owner_team_id = svc_team\.example\.id$/m)
  assert.match(begun.get('data-sources/svc_domain/data-source.tf') ?? '', /id = svc_domain\.example\.id/)
  assert.match(begun.get('data-sources/svc_link/data-source.tf') ?? '', /variable "link_id"/)
})
