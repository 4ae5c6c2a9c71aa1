import { existsSync } from 'node:fs'
import { counted } from '@svc/model'
import type { Database, Quota, StoreLocation } from '@svc/server'
import type { Server } from '../server-module.ts'
import type { Io } from '../command.ts'
import { sentenceOf, storeFailure } from '../explain.ts'
import { bad, type Finding, good } from './finding.ts'
import { checkFirstTokens } from './first-token.ts'
import { checkProviders } from './identity.ts'
import { checkJobs } from './jobs.ts'
import { checkOutbox } from './mail.ts'
import { checkQuotas } from './quotas.ts'

interface Seen {
  readonly now: Date
  readonly env: Io['env']
  readonly quota: Quota
  readonly hasPublicUrl: boolean
}

/** Opens the database and checks it; checks that depend on a failed one are skipped. */
export async function checkDatabase(location: StoreLocation, seen: Seen): Promise<readonly Finding[]> {
  const server = await import('@svc/server')
  const isMissing = !location.databaseUrl && !existsSync(server.databaseFile(location.dataDir))
  if (isMissing) {
    return [bad('database', `there is none in ${location.dataDir}`, 'Start "svc serve" once to create it.')]
  }
  let database: Database
  try {
    database = await server.openDatabase(location)
  } catch (error) {
    const { says, mend } = splitSentence(sentenceOf(storeFailure(error, location)))
    return [bad('database', says, mend)]
  }
  try {
    return await checkOpened(database, server, { ...seen, poolSize: location.postgres?.poolSize })
  } finally {
    await database.close()
  }
}

async function checkOpened(
  database: Database,
  server: Server,
  { now, env, quota, hasPublicUrl, poolSize }: Seen & { readonly poolSize: number | undefined },
): Promise<readonly Finding[]> {
  const findings = await database.check({ now: () => new Date(), poolSize })
  if (findings.some(({ name, ok }) => name === 'database' && !ok)) return findings
  const schema = await checkSchema(database)
  if (!schema.ok) return [...findings, schema]
  return [
    ...findings,
    schema,
    ...(await database.run(server.checkContents, now)),
    ...(await database.run(server.checkRequiredSignIn)),
    checkQuotas(await database.run(server.largestPartitions), quota),
    ...(await checkFirstTokens(database, server, { now, env })),
    ...(await checkJobs(database, now)),
    ...(await checkProviders(database, hasPublicUrl)),
    ...(await checkOutbox(database)),
  ]
}

async function checkSchema(database: Database): Promise<Finding> {
  try {
    const pending = await database.pendingMigrations()
    if (pending.length === 0) return good('schema', 'up to date')
    return bad(
      'schema',
      `${counted(pending.length, 'migration')} ${pending.length === 1 ? 'is' : 'are'} pending`,
      'Apply them: svc migrate',
    )
  } catch (error) {
    return bad('schema', sentenceOf(error), 'Run the version of svc that created it, or a later one.')
  }
}

/** Our own sentences say what is wrong, then after a colon what to do. */
function splitSentence(sentence: string): { readonly says: string; readonly mend: string } {
  const [, says, mend] = /^(.*): (.*)$/.exec(sentence) ?? []
  if (says && mend) return { says, mend: mend.charAt(0).toUpperCase() + mend.slice(1) }
  return { says: sentence, mend: 'SVC_DEBUG=1 svc migrate shows more.' }
}
