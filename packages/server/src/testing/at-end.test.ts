import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atEnd } from './at-end.ts'

test('what was registered last runs first, and a failure does not keep the rest from running', async () => {
  const hooks: (() => unknown)[] = []
  const t = { after: (hook: () => unknown) => hooks.push(hook) } as unknown as TestContext
  const ran: string[] = []
  atEnd(t, () => ran.push('directory'))
  atEnd(t, () => {
    ran.push('lock')
    throw new Error('busy')
  })
  atEnd(t, async () => ran.push('server'))
  assert.equal(hooks.length, 1)
  await assert.rejects(async () => hooks[0]?.(), /^Error: busy$/)
  assert.deepEqual(ran, ['server', 'lock', 'directory'])
})
