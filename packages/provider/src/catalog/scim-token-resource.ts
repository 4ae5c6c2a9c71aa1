import { CatalogError, kinds, scimSecretPattern, wordsOf } from '@svc/model'
import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import type { Attributes } from '../protocol/schema.ts'
import { type ObjectValue, Unknown } from '../protocol/value.ts'
import type { Outcome, Resource } from '../rpc/provider.ts'
import { resourceAttributes, resourceColumns } from './attributes.ts'
import { toDiagnostics } from './problems.ts'
import type { Workplace } from './resource.ts'
import { misplaced, type Session, toPrivate } from './session.ts'
import { type RecordJson, toBody, toState } from './state.ts'
import { validate } from './validation.ts'

const kind = kinds.scimToken
const columns = resourceColumns(kind)

const attributes: Attributes = {
  ...resourceAttributes(kind, columns),
  token_wo: {
    type: 'string',
    presence: 'optional',
    sensitive: true,
    writeOnly: true,
    description:
      'The secret: `svc_scim_` and 48 lower-case hexadecimal digits. Required to create the token. It is in no plan and no state, and svc stores only a digest.',
  },
  token_wo_version: {
    type: 'number',
    presence: 'optional',
    description:
      'Any number. Another one replaces the token, with the secret that `token_wo` is then: nothing else can tell that it has changed.',
  },
}

const nameOf = (state: ObjectValue): string => `the SCIM token ${JSON.stringify(state.name)}`

/**
 * The secret of a SCIM token is made outside of svc and only passed through, so that no state ever holds one. Tokens are
 * never changed: everything replaces.
 */
export function scimTokenResource({ session }: Workplace): Resource {
  const outcome = ({ place }: Session, record: RecordJson, like: ObjectValue | null): Outcome => ({
    state: {
      ...toState(kind, columns, record, like),
      token_wo: null,
      token_wo_version: like?.token_wo_version ?? null,
    },
    private: toPrivate(place),
  })

  async function guarded(doing: string, work: (session: Session) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work(session())
    } catch (failure) {
      return { state: null, diagnostics: toDiagnostics(failure, { doing, kind, columns }) }
    }
  }

  return {
    schema: { version: 0, description: kind.about, attributes },

    validate: (config) => [...validate(kind, columns, config), ...secretFaults(config)],

    adjustPlan({ prior, config, planned }) {
      if (prior === null) return { diagnostics: config.token_wo === null ? [noSecret] : [] }
      // One that was imported has had no version so far.
      const isOther = prior.token_wo_version !== null && prior.token_wo_version !== planned.token_wo_version
      return isOther ? { replaces: [['token_wo_version']] } : {}
    },

    create: ({ planned, config }) =>
      guarded(`create ${nameOf(planned)}`, async (here) => {
        const body = {
          ...toBody(columns, planned),
          name: String(planned.name),
          token: String(config.token_wo),
        }
        const { token: _, ...record } = await here.client.call('createScimToken', { body })
        return outcome(here, record, planned)
      }),

    // Nothing else can change without another token.
    update: ({ prior, planned }) =>
      guarded(`change ${nameOf(prior)}`, async (here) => {
        const record = await find(here, String(prior.id))
        return record ? outcome(here, record, planned) : { state: null }
      }),

    read: (state, previous) =>
      guarded(`read ${nameOf(state)}`, async (here) => {
        const wrong = misplaced(here.place, previous)
        if (wrong !== undefined)
          return { state, diagnostics: [error('The token does not match the state', wrong)] }
        const record = await find(here, String(state.id))
        return record ? outcome(here, record, state) : { state: null }
      }),

    async delete(prior, previous) {
      try {
        const { client, place } = session()
        const wrong = misplaced(place, previous)
        if (wrong !== undefined) return [error('The token does not match the state', wrong)]
        await client.call('deleteScimToken', { params: { scimTokenId: String(prior.id) } }).catch(unlessGone)
        return []
      } catch (failure) {
        return toDiagnostics(failure, { doing: `delete ${nameOf(prior)}`, kind, columns })
      }
    },

    import: (id) =>
      guarded(`import the SCIM token ${id}`, async (here) => {
        const record = await find(here, id)
        return record ? outcome(here, record, null) : { state: null }
      }),
  }
}

const noSecret = error(
  'Missing token_wo',
  'A new SCIM token needs its secret in token_wo: svc_scim_ and 48 hexadecimal digits, from an ephemeral resource or variable.',
  ['token_wo'],
)

function secretFaults({ token_wo: secret = null }: ObjectValue): readonly Diagnostic[] {
  if (secret === null || secret instanceof Unknown) return []
  if (typeof secret === 'string' && new RegExp(scimSecretPattern).test(secret)) return []
  return [error('Invalid token_wo', `token_wo ${wordsOf(scimSecretPattern)}.`, ['token_wo'])]
}

/** There are few, and none can be read alone. */
async function find({ client }: Session, id: string): Promise<RecordJson | undefined> {
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { scimTokens, nextCursor } = await client.call('listScimTokens', { query })
    const found = scimTokens.find((one) => one.id === id)
    if (found) return found
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return undefined
}

function unlessGone(failure: unknown): void {
  if (!(failure instanceof CatalogError && failure.code === 'not_found')) throw failure
}
