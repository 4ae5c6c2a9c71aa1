import { type Command, defineCommand } from '../command.ts'
import { columns, print, printCreated, table } from '../output.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { readEmail, readName } from '../values.ts'
import { withNewStore, withStore } from '../with-store.ts'

const create = defineCommand({
  name: 'create',
  summary: 'Create an organisation with an owner, and the owner’s first live token.',
  options: {
    name: { type: 'string', value: 'NAME', about: 'Its name', required: true },
    'owner-email': {
      type: 'string',
      value: 'EMAIL',
      about: 'The e-mail address of its owner',
      required: true,
    },
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc org create --name Acme --owner-email ada@example.com', 'prints the owner’s token, once'],
    ['svc org create --name Acme --owner-email ada@example.com --json', '{organisationId, userId, token}'],
  ],
  async run({ values, io }) {
    const name = readName(values.name)
    const ownerEmail = readEmail(values['owner-email'], '--owner-email')
    const made = await withNewStore(values, ({ store, server }) =>
      server.createOrganisation(store, { name, ownerEmail }),
    )
    printCreated(io, {
      json: values.json,
      value: made && { organisationId: made.organisationId, userId: made.userId, token: made.token },
      text: () =>
        columns(
          [
            ['Organisation', made?.organisationId ?? ''],
            ['Owner', `${made?.userId} (${ownerEmail})`],
            ['Token', `${made?.token}  (shown only once)`],
          ],
          '',
        ),
    })
    return undefined
  },
})

const list = defineCommand({
  name: 'list',
  summary: 'List the organisations.',
  options: { ...storeOptions, ...jsonOption },
  examples: [['svc org list', 'with ids and names']],
  async run({ values, io }) {
    const all = await withStore(values, ({ store, server }) => store.run(server.listOrganisations))
    print(io, {
      json: values.json,
      value: all.map(({ id, name }) => ({ id, name })),
      text: (organisations) =>
        table(
          organisations,
          { id: ({ id }) => id, name: ({ name }) => name },
          'There is no organisation yet: create one with "svc org create".',
        ),
    })
    return undefined
  },
})

export const orgCommands: readonly Command[] = [create, list]
