import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allKinds, allOperations, type Kind, maxPage, type Operation } from '@svc/model'
import {
  addressOf,
  type Client,
  clockBetweenJobs,
  type Fields,
  kindInPath,
  onEachEngine,
  useApp,
} from '../../testing/index.ts'
import { narrowed } from './filled-lists.ts'
import { fillWithLarge } from './large-records.ts'
import { rawAnswer } from './raw-answer.ts'
import { newScene, readOf } from './suite.ts'

const pageBytes = 4 * 1024 * 1024
const sliceBytes = 1024 * 1024
/** What is not a record: the envelope, and a comma. */
const around = 1_000

const lists = allOperations.flatMap((operation) => {
  const kind = operation.query?.cursor && listedKind(operation)
  return kind ? [{ operation, kind }] : []
})

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })
  const cut: string[] = []

  for (const { operation, kind } of lists) {
    test(`GET ${operation.path}: a page ends with the record that exceeds 4 MiB`, async () => {
      const scene = await newScene(app)
      const owner = kindInPath(operation.path)
      const { id, appId } = owner ? await scene.make(owner) : {}
      const shared: Fields = {
        ...(await sharedBy(kind, owner, id, scene.value)),
        // The runbooks of an issue are those of its project.
        ...(operation.id === 'listIssueRunbooks' && { linkedAppIds: [appId] }),
      }
      const made = await fillWithLarge(app, scene, kind, shared)
      const path = addressOf(operation.path, id)
      const filters = Object.fromEntries(
        (kind.requiredFilters ?? []).map((key) => [key, String(shared[key])]),
      )
      const query = { ...filters, ...(operation.kind ? narrowed(kind) : {}) }
      const client = scene.organisation.owner
      const key = operation.success.schema?.required?.[0] ?? ''

      const pages = await pagesOf(client, path, query, key)
      const whole = await rawAnswer(app.url, client, `${path}?${new URLSearchParams(query)}`)
      assert.equal(whole.status, 200, whole.body.slice(0, 300))
      const records = JSON.parse(whole.body)[key] as Fields[]
      const names = pages.flatMap(({ items }) => items.map(nameOf))
      assert.equal(new Set(names).size, names.length, 'no record appears twice')
      // Grading continues in the background: a score may have been added between the two reads.
      if (kind.defaultLimit === undefined)
        assert.deepEqual(
          names.filter((name) => !records.some((record) => nameOf(record) === name)),
          [],
        )
      assert.ok(names.length >= made, `${names.length} of ${made}`)
      for (const { items, bytes, isLast } of pages) {
        const last = Buffer.byteLength(JSON.stringify(items.at(-1)))
        assert.ok(items.length > 0, 'no page is empty')
        assert.ok(bytes - last - around <= pageBytes, `a page has ${bytes} bytes, its last record ${last}`)
        assert.ok(
          isLast || items.length === maxPage || bytes > pageBytes,
          'a page ends early only when it is full',
        )
      }
      if (pages.length > 1) cut.push(operation.id)

      const largest = Math.max(...records.map((record) => Buffer.byteLength(JSON.stringify(record))))
      for (const bytes of whole.writes)
        assert.ok(bytes <= sliceBytes + largest + around, `${bytes} bytes were written at once`)
    })
  }

  after(() => assert.ok(cut.includes('listRunbooks') && cut.length >= 4, `pages ended early in ${cut}`))
})

/** The kind whose records a list holds. */
function listedKind({ success: { schema } }: Operation): Kind | undefined {
  const [key = ''] = schema?.required ?? []
  const title = schema?.properties?.[key]?.items?.$ref?.split('/').at(-1)
  return allKinds.find((kind) => kind.title === title)
}

/** What all records of a list have in common: the record in the address, and the required filters. */
async function sharedBy(
  kind: Kind,
  owner: Kind | undefined,
  id: unknown,
  value: (kind: Kind, key: string, beside: Fields) => Promise<unknown>,
): Promise<Fields> {
  const shared: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(kind.fields))
    if (owner && field.target === owner.name) shared[key] = id
  for (const key of kind.requiredFilters ?? []) shared[key] = await value(kind, key, {})
  return shared
}

/** Some have no id: they are identified by their subject. */
const nameOf = ({ id, scorecardId, entityId, appId, takenAt }: Fields): string =>
  JSON.stringify(id ?? [scorecardId, entityId, appId, takenAt])

interface ReadPage {
  readonly items: readonly Fields[]
  readonly bytes: number
  readonly isLast: boolean
}

async function pagesOf(
  client: Client,
  path: string,
  query: Readonly<Record<string, string>>,
  key: string,
): Promise<readonly ReadPage[]> {
  const pages: ReadPage[] = []
  let cursor: string | null = null
  do {
    const params = new URLSearchParams({ ...query, limit: String(maxPage), ...(cursor && { cursor }) })
    const reply: Fields = await readOf(client, `${path}?${params}`)
    const items = reply[key] as readonly Fields[]
    cursor = reply.nextCursor as string | null
    pages.push({ items, bytes: Buffer.byteLength(JSON.stringify(reply)), isLast: cursor === null })
  } while (cursor !== null)
  return pages
}
