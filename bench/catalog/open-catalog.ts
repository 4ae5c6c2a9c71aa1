import type { Engine } from '../types.ts'
import type { Unavailable } from '../stores.ts'
import type { Manifest } from './cached.ts'
import { openOnPostgres } from './postgres-catalog.ts'
import type { CatalogSize } from './contents/size.ts'
import { openOnSqlite } from './sqlite-catalog.ts'

export interface CatalogPlace {
  readonly cacheDir: string
  readonly scratchDir: string
  readonly size: CatalogSize
  /** Of the engine. */
  readonly version: string
}

/** A large catalog, filled at most once. */
export interface OpenCatalog {
  readonly manifest: Manifest
  /** A copy to read and write, as the flags of a server. */
  copy(): Promise<readonly string[]>
  close(): Promise<void>
}

export const openCatalog = {
  sqlite: openOnSqlite,
  postgres: openOnPostgres,
} satisfies Record<Engine, (place: CatalogPlace) => Promise<OpenCatalog | Unavailable>>
