import { type Kinds, kinds, oneOfKind, type Stored } from '@svc/model'
import { type Command, defineCommand } from './command.ts'
import { type Organisation, organisationFor } from './organisation.ts'
import { minute, print, table } from './output.ts'
import { jsonOption, orgOption, storeOptions } from './store-options.ts'
import { type Opened, withStore } from './with-store.ts'

interface Naming {
  readonly kind: Kinds['token'] | Kinds['apiKey']
  readonly group: string
  readonly word: string
  readonly exampleId: string
}

type Credential = Omit<Stored<Kinds['token']>, 'userId' | 'digest'> & { readonly email?: string | null }

/** Listing and revoking, for tokens and keys alike. */
export const credentialCommands = (naming: Naming): readonly Command[] => [list(naming), revoke(naming)]

const list = ({ kind, group, word }: Naming): Command =>
  defineCommand({
    name: 'list',
    summary: `List the ${word}s of an organisation; the secrets themselves are not stored.`,
    options: { ...orgOption, ...storeOptions, ...jsonOption },
    examples: [[`svc ${group} list`, 'including when each was last used']],
    async run({ values, io }) {
      const value = await withStore(values, async (opened) =>
        credentials(opened, await organisationFor(opened, values.org), kind),
      )
      const owner = kind.name === 'token' ? { owner: ({ email }: Credential) => email ?? '-' } : {}
      const text = () =>
        table(
          value,
          {
            id: ({ id }) => id,
            name: ({ name }) => name,
            ...owner,
            secret: ({ prefix, lastFour }) => `${prefix}…${lastFour}`,
            scopes: ({ scopes }) => scopes.join(','),
            expires: ({ expiresAt }) => minute(expiresAt, 'never'),
            'last used': ({ lastUsedAt }) => minute(lastUsedAt, 'never'),
          },
          `There is no ${word} yet: create one with "svc ${group} create".`,
        )
      print(io, { json: values.json, value, text })
      return undefined
    },
  })

const revoke = ({ kind, group, word, exampleId }: Naming): Command =>
  defineCommand({
    name: 'revoke',
    summary: `Revoke ${oneOfKind(kind)}: it is refused immediately.`,
    operands: [{ value: 'ID', about: `the ${word}’s id, as in "svc ${group} list"` }],
    options: { ...orgOption, ...storeOptions, ...jsonOption },
    examples: [[`svc ${group} revoke ${exampleId}`, 'at once, on every server']],
    async run({ values, operands: [id = ''], io }) {
      await withStore(values, async (opened) => {
        const organisation = await organisationFor(opened, values.org)
        await opened.server.revoke(opened.store, organisation.id, kind, id)
      })
      print(io, { json: values.json, value: { revoked: id }, text: () => `Revoked ${id}.` })
      return undefined
    },
  })

async function credentials(
  { store, server }: Opened,
  { id, home }: Organisation,
  kind: Naming['kind'],
): Promise<readonly Credential[]> {
  const held = await server.listCredentials(store, id, kind)
  const users = await store.records(home).list(kinds.user, { where: [] })
  const emails = new Map(users.map(({ record }) => [record.id, record.email as string | null]))
  return held.map(({ record }) => {
    const { userId, digest: _, ...shown } = record as Stored<Kinds['token']>
    return kind.name === 'token' ? { ...shown, email: emails.get(userId) ?? null } : shown
  })
}
