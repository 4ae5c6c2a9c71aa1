import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keepInCache } from '../../packages/provider/packaging/machine-cache.ts'
import { howToGetAll, mayGetAll } from '../get-all.ts'

const run = promisify(execFile)
const version = '26.7.3'

export interface Keycloak {
  /** The folder that it was unpacked in; nothing may be written there. */
  readonly home: string
}

export interface Unavailable {
  /** A sentence that says why. */
  readonly unavailable: string
}

/** A real Keycloak, unpacked: one that is named or kept from before, or else Maven Central's. */
export async function findKeycloak(): Promise<Keycloak | Unavailable> {
  try {
    await run('java', ['-version'])
    return { home: process.env.SVC_KEYCLOAK || (await unpacked()) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    return { unavailable: `No Keycloak (it needs Java and Maven; SVC_KEYCLOAK can name one): ${reason}` }
  }
}

async function unpacked(): Promise<string> {
  const dir = await keepInCache(`keycloak/${version}`, async (unfinished) => {
    if (!mayGetAll()) throw new Error(`there is none here; ${howToGetAll('two minutes')}`)
    const repository = join(unfinished, 'repository')
    await mkdir(repository)
    await run('mvn', [
      ...['-q', '-B', `-Dmaven.repo.local=${repository}`, 'dependency:copy'],
      ...[`-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`, `-DoutputDirectory=${unfinished}`],
    ])
    const archive = join(unfinished, `keycloak-quarkus-dist-${version}.zip`)
    await run('unzip', ['-q', archive, '-d', unfinished])
    await rm(archive)
    await rm(repository, { recursive: true })
  })
  return join(dir, `keycloak-${version}`)
}
