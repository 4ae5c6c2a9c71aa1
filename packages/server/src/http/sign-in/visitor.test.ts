import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { visitorOf } from './visitor.ts'

const addressOf = (ip: string, forwarded?: string): string =>
  visitorOf({
    ip,
    protocol: 'http',
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as FastifyRequest).address

test('a proxy beside the server is believed in what it adds, and nobody else', () => {
  assert.equal(addressOf('127.0.0.1'), '127.0.0.1')
  assert.equal(addressOf('127.0.0.1', '198.51.100.7, 203.0.113.9'), '203.0.113.9')
  assert.equal(addressOf('::ffff:10.1.2.3', '203.0.113.9'), '203.0.113.9')
  assert.equal(addressOf('10.1.2.3', 'unknown'), '10.1.2.3')
  assert.equal(addressOf('8.8.8.8', '203.0.113.9'), '8.8.8.8')
})

test('whoever has a whole network is one', () => {
  assert.equal(addressOf('2001:db8:1:2::3'), addressOf('2001:db8:1:2:ffff::1'))
  assert.notEqual(addressOf('2001:db8:1:2::3'), addressOf('2001:db8:1:3::3'))
})
