import type { Unavailable } from '../stores.ts'
import type { CatalogPlace, OpenCatalog } from './open-catalog.ts'

export async function openOnPostgres(_place: CatalogPlace): Promise<OpenCatalog | Unavailable> {
  return { unavailable: 'the large catalog is filled on SQLite only.' }
}
