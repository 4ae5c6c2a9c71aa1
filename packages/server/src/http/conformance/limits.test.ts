import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, type Kind, newValueSchema } from '@svc/model'
import { isDeepStrictEqual } from 'node:util'
import {
  clockBetweenJobs,
  companionFields,
  isNaming,
  echoOf,
  type Fields,
  kindsWith,
  limitProbes,
  onEachEngine,
  type Probe,
  useApp,
  writableFields,
  wrongTypes,
} from '../../testing/index.ts'
import { changeableFor, changeableKinds, done, newScene, refusedAt, type Scene } from './suite.ts'

const allKindsWritten: readonly Kind[] = [...new Set([...changeableKinds, ...kindsWith('create')])]

onEachEngine((engine) => {
  // With a mail server, so that email_link is allowed; nothing has to arrive.
  const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'svc@svc.example' }
  const app = useApp(engine, { now: clockBetweenJobs(), mail })

  for (const kind of allKindsWritten) {
    test(`${kind.name}: each value is accepted up to its limit and no further`, async () => {
      const scene = await newScene(app)
      const recordFor = changeableFor(scene, kind)
      for (const [key, field] of writableFields(kind)) {
        const canChange = changeableKinds.includes(kind) && !field.traits.immutable
        const write = canChange
          ? changing(scene, (await recordFor(key)).path, key)
          : creating(scene, kind, key)
        for (const probe of await probesOf(scene, kind, key)) {
          const about = `${key}: ${probe.about}`
          const reply = await write(probe.value)
          if (!probe.isAllowed) refusedAt(reply, [key, ...probe.path].join('/'), about)
          else {
            const record: Fields = done(reply, reply.status === 201 ? 201 : 200)
            const expected = echoOf(kind, key, probe.value, record[key])
            assert.ok(isDeepStrictEqual(record[key], expected), `${about} is kept as it was sent`)
          }
        }
        for (const value of wrongTypes(field.schema)) {
          if (value === null && field.traits.nullable) continue
          refusedAt(await write(value), key, `${key}: ${JSON.stringify(value)}`)
        }
      }
    })
  }
})

type Write = (value: unknown) => ReturnType<Scene['client']['send']>

/** Writes one field into an existing record. */
const changing =
  ({ client }: Scene, path: string, key: string): Write =>
  (value) =>
    client.patch(path, { [key]: value })

/** Writes a field that cannot change with a new record. */
const creating =
  ({ client, body }: Scene, kind: Kind, key: string): Write =>
  async (value) => {
    const made = await body(kind, { ...companionFields(kind, key), [key]: value })
    return client.post(kind.path, { ...made, ...forbidden(kind, made) })
  }

/** References that a rule forbids beside the value. */
const forbidden = (kind: Kind, body: Fields): Fields =>
  Object.fromEntries(
    (kind.rules ?? [])
      .filter(({ field, holds }) => kind.fields[field]?.type === 'ref' && !holds(body as never))
      .map(({ field }) => [field, null]),
  )

/** What names something must name something real, so for that only refusals by the schema are tested. */
async function probesOf(scene: Scene, kind: Kind, key: string): Promise<readonly Probe[]> {
  const { type } = kind.fields[key] as Field
  const schema = newValueSchema(kind.fields[key] as Field)
  const probes = [...limitProbes(schema, key)]
  const refused = probes.filter(({ isAllowed }) => !isAllowed)
  if (type === 'ref' || isNaming(kind, key)) return refused
  if (type !== 'refs') return probes
  const [id] = (await scene.value(kind, key, {})) as readonly string[]
  const most = Array.from({ length: schema.maxItems ?? 0 }, () => id)
  return [...refused, { about: `maxItems ${schema.maxItems}`, value: most, isAllowed: true, path: [] }]
}
