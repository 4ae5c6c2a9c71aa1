import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import type { Description } from './api-breaks.ts'

/** What users already have: the API as it was last published, and the migrations that have run on their data. */

const root = join(import.meta.dirname, '../..')

export const files = {
  openapi: join(import.meta.dirname, 'openapi.json.br'),
  migrations: join(import.meta.dirname, 'migrations.json'),
  allowedBreaks: join(import.meta.dirname, 'allowed-breaks.json'),
  currentOpenapi: join(root, 'docs/openapi.json'),
  changelog: join(root, 'CHANGELOG.md'),
}

export interface AllowedBreak {
  /** As reported by the check. */
  readonly change: string
  readonly reason: string
  /** A quote from the line in the changelog that tells users. */
  readonly changelog: string
}

export interface MigrationHash {
  readonly id: string
  readonly sha256: string
}

export const publishedApi = (): Description =>
  JSON.parse(brotliDecompressSync(readFileSync(files.openapi)).toString())

export const currentApi = (): Description => readJson(files.currentOpenapi)

export const allowedBreaks = (): readonly AllowedBreak[] => readJson(files.allowedBreaks)

export const publishedMigrations = (): readonly MigrationHash[] => readJson(files.migrations)

/** In the order in which they run. A migration is a single file: it may import nothing but a type. */
export function currentMigrations(): readonly MigrationHash[] {
  return migrations.map(({ id }) => {
    const source = readFileSync(join(root, 'packages/server/src/store/migrations', `${id}.ts`))
    return { id, sha256: createHash('sha256').update(source).digest('hex') }
  })
}

/** Sentences about published migrations that have changed. */
export function changedMigrations(
  published: readonly MigrationHash[],
  current: readonly MigrationHash[],
): readonly string[] {
  return published.flatMap(({ id, sha256 }, index) => {
    const same = current.find((migration) => migration.id === id)
    if (!same) return [`${id} is gone.`]
    if (same.sha256 !== sha256) return [`${id} was edited.`]
    return current[index]?.id === id ? [] : [`${id} runs in another place of the order.`]
  })
}

export const howToMigrate =
  'Published migrations have run on the data of others and will not run there again. Put the file back as it was, and write a new migration at the end that changes what it left.'

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'))
}
