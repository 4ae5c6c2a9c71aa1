import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { readTrustedProxies } from '../place/trusted-proxies.ts'
import { visitorOf } from './visitor.ts'

const seen = (remoteAddress: string, forwarded?: string, trusted?: string): string =>
  visitorOf({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    server: { place: { publicUrl: undefined, proxies: readTrustedProxies(trusted) } },
  } as unknown as FastifyRequest).address

test('by default no proxy is trusted, however near', () => {
  for (const near of ['127.0.0.1', '10.1.2.3', '192.168.0.9', '169.254.1.1', '::1', 'fd00::1', '8.8.8.8'])
    assert.equal(seen(near, '203.0.113.9'), seen(near), near)
})

test('a trusted proxy is believed, and the last hop that is not one of ours counts', () => {
  const ours = '10.0.0.0/8, fd00::/8,192.0.2.7'
  assert.equal(seen('10.1.2.3', '203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('::ffff:10.1.2.3', '203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('fd00::5', '203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('192.0.2.7', '203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('192.0.2.8', '203.0.113.9', ours), '192.0.2.8')
  // What the visitor has made up is on the left.
  assert.equal(seen('10.1.2.3', '198.51.100.7, 203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('10.1.2.3', '10.9.9.9, 203.0.113.9, 10.4.5.6, fd00::9', ours), '203.0.113.9')
  assert.equal(seen('10.1.2.3', '10.9.9.9, 10.8.8.8', ours), '10.9.9.9', 'a visitor from our own network')
  assert.equal(seen('10.1.2.3', undefined, ours), '10.1.2.3')
})

test('anything that is not an address is ignored; a port after one does no harm', () => {
  const ours = '10.0.0.0/8'
  for (const said of ['unknown', '', ' ', '203.0.113', 'localhost', '203.0.113.9/24', '[::1'])
    assert.equal(seen('10.1.2.3', said, ours), '10.1.2.3', said)
  assert.equal(seen('10.1.2.3', '203.0.113.9, unknown', ours), '10.1.2.3')
  assert.equal(seen('10.1.2.3', '203.0.113.9:4711', ours), '203.0.113.9')
  assert.equal(seen('10.1.2.3', '::ffff:203.0.113.9', ours), '203.0.113.9')
  assert.equal(seen('10.1.2.3', '[2001:db8:1:2::3]:4711', ours), seen('2001:db8:1:2::3'))
})

test('a whole network counts as one visitor', () => {
  assert.equal(seen('2001:db8:1:2::3'), seen('2001:db8:1:2:ffff::1'))
  assert.notEqual(seen('2001:db8:1:2::3'), seen('2001:db8:1:3::3'))
})

test('networks are written in CIDR form; a single address is one too', () => {
  assert.ok(readTrustedProxies('::ffff:10.0.0.0/104').has('10.1.2.3'))
  assert.ok(!readTrustedProxies('10.1.2.3').has('10.1.2.4'))
  assert.ok(!readTrustedProxies('').has('127.0.0.1') && !readTrustedProxies(undefined).has('127.0.0.1'))
  for (const text of ['10.0.0.0/33', 'fd00::/129', '10.0.0', '10.0.0.0/', '10.0.0.0/8/8', 'localhost', '*'])
    assert.throws(() => readTrustedProxies(text), /Trusted proxies must be .* is neither/, text)
  assert.throws(() => readTrustedProxies('10.0.0.0/8,,fd00::/8'), /"" is neither/)
  assert.throws(() => readTrustedProxies('::ffff:10.0.0.0/64'), /is neither/)
})
