import { existsSync } from 'node:fs'
import type { Quota, StoreLocation } from '@svc/server'
import { sentenceOf, storeFailure } from '../explain.ts'
import type { Engine, Server } from '../with-store.ts'
import { bad, type Finding, good } from './finding.ts'
import { checkQuotas } from './quotas.ts'

/** Opens the database and looks at it; what depends on a failed check is not tried. */
export async function checkDatabase(
  location: StoreLocation,
  quota: Quota,
  now: Date,
): Promise<readonly Finding[]> {
  const server = await import('@svc/server')
  const isMissing = !location.databaseUrl && !existsSync(server.databaseFile(location.dataDir))
  if (isMissing) {
    return [bad('database', `there is none in ${location.dataDir}`, 'Start "svc serve" once to make it.')]
  }
  let engine: Engine
  try {
    engine = await server.openEngine(location)
  } catch (error) {
    const { says, mend } = halves(sentenceOf(storeFailure(error, location)))
    return [bad('database', says, mend)]
  }
  try {
    return await checkOpened(engine, server, { quota, now })
  } finally {
    await engine.close()
  }
}

async function checkOpened(
  engine: Engine,
  server: Server,
  { quota, now }: { readonly quota: Quota; readonly now: Date },
): Promise<readonly Finding[]> {
  const findings = await server.checkEngine(engine, () => new Date())
  if (findings.some(({ name, ok }) => name === 'database' && !ok)) return findings
  const schema = await checkSchema(engine, server)
  if (!schema.ok) return [...findings, schema]
  const contents = await server.checkContents(engine, now)
  return [...findings, schema, ...contents, checkQuotas(await server.largestPartitions(engine.reader), quota)]
}

async function checkSchema(engine: Engine, server: Server): Promise<Finding> {
  try {
    const pending = await server.pendingMigrations(engine)
    if (pending.length === 0) return good('schema', 'up to date')
    return bad('schema', `${pending.length} migrations are pending`, 'Apply them: svc migrate')
  } catch (error) {
    return bad('schema', sentenceOf(error), 'Run the version of svc that made it, or a later one.')
  }
}

/** Our own sentences say what is wrong, then after a colon what to do. */
function halves(sentence: string): { readonly says: string; readonly mend: string } {
  const [, says, mend] = /^(.*): (.*)$/.exec(sentence) ?? []
  if (says && mend) return { says, mend: mend.charAt(0).toUpperCase() + mend.slice(1) }
  return { says: sentence, mend: 'SVC_DEBUG=1 svc migrate shows more.' }
}
