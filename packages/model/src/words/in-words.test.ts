import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from './in-words.ts'
import { keyInWords } from './key-in-words.ts'

test('values of the API are shown as people write them', () => {
  const said = {
    atRisk: 'at risk',
    load_balancer: 'load balancer',
    rolling30d: 'rolling 30 days',
    rest: 'REST',
    grpc: 'gRPC',
    consumes_api: 'consumes API',
    'openapi-json': 'OpenAPI JSON',
    dns_txt: 'DNS TXT',
    aws: 'AWS',
    component: 'project',
    newBug: 'new',
  }
  for (const [word, expected] of Object.entries(said)) assert.equal(inWords(word), expected)
})

test('other texts stay as they are', () => {
  assert.equal(inWords('2.4.0-beta'), '2.4.0-beta')
  assert.equal(inWords('gold'), 'gold')
  for (const word of ['constructor', '__proto__', 'valueOf']) assert.equal(typeof inWords(word), 'string')
})

test('names of fields and parts are shown as people write them', () => {
  const said = {
    ssoUrl: 'SSO URL',
    projectKeys: 'Project keys',
    clientId: 'Client ID',
    spEntityId: 'SP entity ID',
    params: 'Parameters',
  }
  for (const [key, expected] of Object.entries(said)) assert.equal(keyInWords(key), expected)
})
