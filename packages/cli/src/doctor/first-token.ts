import type { Database, FirstToken } from '@svc/server'
import type { Server } from '../server-module.ts'
import type { Io } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { readBootstrapToken } from '../first-organisation.ts'
import { bad, type Finding, good, note } from './finding.ts'

const name = 'first token'

/** Whether what was printed or configured for the first start still lets somebody in. */
export async function checkFirstTokens(
  database: Database,
  server: Server,
  { now, env }: { readonly now: Date; readonly env: Io['env'] },
): Promise<readonly Finding[]> {
  try {
    const bootstrapToken = readBootstrapToken(env)
    const tokens = await server.firstTokensInForce(database, { now, bootstrapToken })
    if (tokens.length > 0) return tokens.map(inForce)
    return [
      bootstrapToken === undefined
        ? good(name, 'none is in force any more')
        : note(
            name,
            'SVC_BOOTSTRAP_TOKEN is set and lets nobody in: it counts on an empty database alone',
            'Take it out of the environment of the server.',
          ),
    ]
  } catch (error) {
    return [bad(name, sentenceOf(error), '"svc serve" does not start with it.')]
  }
}

function inForce({ organisation, organisationId, email, id, expiresAt, endsWithSetup }: FirstToken): Finding {
  const whose = `of ${email} in ${organisation} (${organisationId})`
  const until = expiresAt === null ? 'without an end' : `until ${expiresAt}`
  const revoke = `svc token revoke ${id} --org ${organisationId}`
  if (endsWithSetup)
    return note(
      name,
      `the one that the first start printed, ${whose}, is in force ${until}`,
      `It ends when its owner has chosen a password; or revoke it: ${revoke}`,
    )
  return note(
    name,
    `SVC_BOOTSTRAP_TOKEN, ${whose}, is in force ${until} and may do everything`,
    `Once there are other tokens, take it out of the environment and revoke it: ${revoke}`,
  )
}
