import type { Manifest } from './cached.ts'
import { type RunningServer, settle, startOurs } from '../servers.ts'
import type { SuiteBench } from '../suite.ts'

export interface CatalogServer {
  readonly server: RunningServer
  readonly manifest: Manifest
}

/** Our server on a copy of the large catalog, so that a run may write. */
export async function startOnCopy({ plan, compileCacheDir, catalog }: SuiteBench): Promise<CatalogServer> {
  const { manifest, copy } = await catalog()
  const { token } = manifest
  const server = await startOurs({ program: plan.server, storeFlags: await copy(), compileCacheDir, token })
  await settle(server)
  return { server, manifest }
}
