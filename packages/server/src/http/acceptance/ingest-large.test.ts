import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf } from './checks.ts'

const scans = 15
const mappings = Array.from({ length: 1_000 }, (_, n) => ({
  mappingId: `${n} ${'𝕏'.repeat(190)}`,
  environment: '𝕏'.repeat(200),
  variable: '𝕏'.repeat(200),
  kind: 'changed',
  expectedFingerprint: `hmac-sha256:${'1'.repeat(64)}`,
  actualFingerprint: `hmac-sha256:${'2'.repeat(64)}`,
}))

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a small batch about large records is accepted as far as they fit into memory together', async () => {
    const { owner } = await app.organisation()
    const { body: project } = await owner.post('/projects', { name: 'Shop' })
    const scan = { appId: project.id, mappingsTotal: 1_000 }
    for (let n = 0; n < scans; n += 1) {
      const made = await owner.post('/ingest/v1/drift', {
        items: [{ ...scan, externalId: `scan-${n}`, mappings }],
      })
      assert.equal(bodyOf(made).results[0].status, 'created', made.text)
    }
    const again = Array.from({ length: scans }, (_, n) => ({
      ...{ ...scan, mappings: [] },
      externalId: `scan-${n}`,
    }))
    const { results } = bodyOf(await owner.post('/ingest/v1/drift', { items: again }))
    const refused = results.filter(({ status }: { status: string }) => status === 'rejected')
    assert.ok(refused.length > 0 && refused.length < scans, `${refused.length} of ${scans} are refused`)
    for (const { error } of refused) {
      assert.equal(error.code, 'payload_too_large')
      assert.match(error.message, /larger than 32 MiB in total\. Send this report again in a smaller batch/)
    }
    const rest = again.filter(({ externalId }) =>
      refused.some((one: { externalId: string }) => one.externalId === externalId),
    )
    const { results: later } = bodyOf(await owner.post('/ingest/v1/drift', { items: rest }))
    assert.deepEqual([...new Set(later.map(({ status }: { status: string }) => status))], ['updated'])
  })
})
