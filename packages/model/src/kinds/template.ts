import { description, field, identity, limits, tags, timestamps } from '../kind/field.ts'
import { defineKind, verbs } from '../kind/kind.ts'
import { arrayOf, type JsonSchema } from '../kind/schema.ts'
import { entityKindNames } from '../vocabulary.ts'

export interface ScaffoldParam {
  readonly key: string
  readonly label: string
  readonly type: 'string' | 'enum' | 'team' | 'boolean'
  readonly required?: boolean
  readonly default?: string | null
  readonly helpText?: string | null
  readonly options?: readonly string[] | null
}

export interface TemplateRepo {
  readonly owner: string | null
  readonly repo: string | null
}

const name = (about: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: limits.name,
  description: about,
})
const text = (about: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: limits.name,
  description: about,
})

const param: JsonSchema = {
  type: 'object',
  properties: {
    key: name('What the template calls the answer.'),
    label: name('The question, as people read it.'),
    type: {
      type: 'string',
      enum: ['string', 'enum', 'team', 'boolean'],
      description: 'What sort of answer is wanted.',
    },
    required: { type: 'boolean', description: 'Whether it must be answered.' },
    default: text('The answer where none is given.'),
    helpText: { ...text('What helps to answer it.'), maxLength: limits.description },
    options: {
      type: ['array', 'null'],
      items: { type: 'string', maxLength: limits.name },
      maxItems: limits.items,
      description: 'The answers to choose from, for `enum`.',
    },
  },
  required: ['key', 'label', 'type'],
  additionalProperties: false,
}

export const template = defineKind({
  name: 'template',
  noun: 'scaffold template',
  title: 'ScaffoldTemplate',
  about: 'A repository to start something new from, with the questions it asks.',
  group: 'Scaffold templates',
  path: '/templates',
  table: 'templates',
  idParam: 'templateId',
  idPrefix: 'tpl',
  home: 'partition',
  labelFields: ['name'],
  handles: ['name'],
  columns: ['name', 'description', 'targetEntityKind', 'tags', 'updatedAt'],
  place: { section: 'delivery', position: 3, icon: 'git-branch', label: 'Templates' },
  verbs,
  fields: {
    ...identity(),
    name: field.text({ about: 'What people call it.', nullable: true }),
    description,
    tags,
    templateRepo: field.json<TemplateRepo>()(
      {
        type: 'object',
        properties: { owner: text('Whose repository it is.'), repo: text('What the repository is called.') },
        additionalProperties: false,
      },
      { label: 'Repository', about: 'The repository it lives in.', default: { owner: null, repo: null } },
    ),
    targetEntityKind: field.oneOf(entityKindNames, {
      about: 'What sort of entity it makes.',
      nullable: true,
    }),
    parameters: field.json<readonly ScaffoldParam[]>()(arrayOf(param, limits.items), {
      about: 'The questions it asks.',
      default: [],
    }),
    ...timestamps(),
  },
  search: ['name', 'description'],
  example: {
    name: 'Node service',
    templateRepo: { owner: 'acme', repo: 'node-service' },
    targetEntityKind: 'component',
  },
})
