import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSigningSecret, signedHeaders } from './signature.ts'

test('the specification’s own example has the signature stated there', () => {
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], at: new Date(1_614_265_330_999) },
  )
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('each active secret signs', () => {
  const secrets = [newSigningSecret(), newSigningSecret()]
  const headers = signedHeaders({ id: 'a', body: 'b' }, { secrets, at: new Date() })
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  assert.equal(new Set(secrets).size, 2)
})
