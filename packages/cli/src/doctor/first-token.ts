import type { Database, FirstToken } from '@svc/server'
import type { Server } from '../server-module.ts'
import type { Io } from '../command.ts'
import { sentenceOf } from '../explain.ts'
import { readBootstrapToken } from '../first-organisation.ts'
import { bad, type Finding, good, note } from './finding.ts'

const name = 'first token'

/** Whether the token that was printed or configured for the first start still works. */
export async function checkFirstTokens(
  database: Database,
  server: Server,
  { now, env }: { readonly now: Date; readonly env: Io['env'] },
): Promise<readonly Finding[]> {
  try {
    const bootstrapToken = readBootstrapToken(env)
    const tokens = await server.firstTokensInForce(database, { now, bootstrapToken })
    if (tokens.length > 0) return tokens.map(stillValid)
    return [
      bootstrapToken === undefined
        ? good(name, 'no longer valid')
        : note(
            name,
            'SVC_BOOTSTRAP_TOKEN is set but has no effect: it is used only on an empty database',
            'Remove it from the environment of the server.',
          ),
    ]
  } catch (error) {
    return [bad(name, sentenceOf(error), '"svc serve" does not start with it.')]
  }
}

function stillValid({
  organisation,
  organisationId,
  email,
  id,
  expiresAt,
  endsWithSetup,
}: FirstToken): Finding {
  const whose = `of ${email} in ${organisation} (${organisationId})`
  const until = expiresAt === null ? 'without expiry' : `until ${expiresAt}`
  const revoke = `svc token revoke ${id} --org ${organisationId}`
  if (endsWithSetup)
    return note(
      name,
      `the one that the first start printed, ${whose}, is valid ${until}`,
      `It ends when its owner has chosen a password, or revoke it: ${revoke}`,
    )
  return note(
    name,
    `SVC_BOOTSTRAP_TOKEN, ${whose}, is valid ${until} and may do everything`,
    `Once there are other tokens, remove it from the environment and revoke it: ${revoke}`,
  )
}
