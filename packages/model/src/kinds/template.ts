import { description, field, identity, limits, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames } from '../vocabulary.ts'

const name = (description: string) => shape.text({ minLength: 1, maxLength: limits.name, description })
const text = (description: string, maxLength: number = limits.name) =>
  shape.nullable(shape.text({ maxLength, description }))

const repo = shape.partial({
  owner: text('The owner of the repository.'),
  repo: text('The name of the repository.'),
})

const param = shape.object(
  {
    key: name('The name of the parameter in the template.'),
    label: name('The question, as people read it.'),
    type: shape.enum(['string', 'enum', 'team', 'boolean'], {
      description: 'The type of the answer.',
    }),
    required: shape.boolean({ description: 'Whether it must be answered.' }),
    default: text('The default answer.'),
    helpText: text('Help for answering it.', limits.description),
    options: shape.nullable(
      shape.array(shape.text({ maxLength: limits.name }), {
        maxItems: limits.items,
        description: 'The answers to choose from, for `enum`.',
      }),
    ),
  },
  { required: ['key', 'label', 'type'] },
)

export const template = defineKind({
  name: 'template',
  noun: 'scaffold template',
  title: 'ScaffoldTemplate',
  about: 'A repository to start a new project from, with the questions it asks.',
  group: 'Scaffold templates',
  path: '/templates',
  table: 'templates',
  idParam: 'templateId',
  idPrefix: 'tpl',
  home: 'partition',
  labelFields: ['name'],
  handles: ['name'],
  columns: ['name', 'description', 'targetEntityKind', 'tags', 'updatedAt'],
  verbs,
  fields: {
    ...identity(),
    name: field.text({ about: 'Its name.', nullable: true }),
    description,
    tags,
    templateRepo: field.json<Required<ValueIn<typeof repo>>>()(repo, {
      label: 'Repository',
      about: 'The repository that contains it.',
      default: { owner: null, repo: null },
    }),
    targetEntityKind: field.oneOf(entityKindNames, {
      about: 'The kind of entity it creates.',
      nullable: true,
    }),
    parameters: field.shaped(shape.array(param, { maxItems: limits.items }), {
      about: 'The questions it asks.',
      default: [],
    }),
    ...timestamps(),
  },
  search: ['name', 'description'],
  alsoFoundBy: ['tags'],
  example: {
    name: 'Node service',
    templateRepo: { owner: 'acme', repo: 'node-service' },
    targetEntityKind: 'component',
  },
})
