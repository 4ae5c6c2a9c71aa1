import { type Field, type Kind, kinds } from '@svc/model'

/** The kinds that make up the catalog, in the order in which people look for them. */
export const catalogKinds: readonly Kind[] = [
  kinds.project,
  kinds.api,
  kinds.resource,
  kinds.system,
  kinds.domain,
  kinds.team,
]

const { id, name, description, ownerTeamId, lifecycle, tags, createdAt, updatedAt } = kinds.system.fields

const kindField: Field = {
  type: 'enum',
  schema: { type: 'string', enum: catalogKinds.map(({ noun }) => noun) },
  traits: { about: 'What it is.', filter: true },
}

/** What all of them have in common, declared as a kind so that lists can treat it as one. Read-only. */
export const everything: Kind = {
  name: 'everything',
  noun: 'entry',
  title: 'Everything',
  about: 'Everything that is built, run and owned here.',
  group: '',
  path: '/catalog/list',
  table: '',
  idParam: '',
  idPrefix: '',
  home: 'partition',
  verbs: ['list'],
  search: ['name', 'description'],
  labelFields: ['name'],
  columns: ['name', 'kind', 'ownerTeamId', 'lifecycle', 'description', 'updatedAt'],
  fields: {
    id,
    name,
    kind: kindField,
    ownerTeamId,
    lifecycle,
    tags,
    description,
    createdAt,
    updatedAt,
  },
  example: {},
}

/** The kind of a record, by the prefix of its id. */
export const kindOfId = (recordId: unknown): Kind | undefined =>
  catalogKinds.find(({ idPrefix }) => String(recordId).startsWith(`${idPrefix}_`))
