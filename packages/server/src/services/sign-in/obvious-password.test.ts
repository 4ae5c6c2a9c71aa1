import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obviousBecause } from './obvious-password.ts'

const known = { email: 'grace.hopper@navy-yard.example', organisationName: 'Analytical Engines' }

test('obvious passwords are refused, in any case and with digits around them', () => {
  for (const password of [
    'qwertyuiop',
    'QwertyUiop',
    'Password2026!',
    'passwordpassword',
    'P@ssw0rd123',
    '123password',
    '1q2w3e4r5t',
    '1234567890',
    '9876543210',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'letmein2026',
    'Summer2026!!',
    'iloveyou1234',
    'dragon12345',
    'administrator1',
    'grace.hopper@navy-yard.example',
    'gracehopper',
    'GraceHopper1!',
    'navy-yard2026',
    'AnalyticalEngines',
    'analytical engines 1',
  ]) {
    assert.ok(obviousBecause(password, known), password)
  }
})

test('a phrase and a random password are accepted', () => {
  for (const password of [
    'a long walk by the river',
    'another walk, another river',
    'correct horse battery staple',
    'dragon-8392048571038',
    'kX9#vLq2!mZr',
    'grace likes long walks',
    'пароль который никто не знает',
  ]) {
    assert.equal(obviousBecause(password, known), undefined, password)
  }
})
