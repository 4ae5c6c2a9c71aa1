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

const text: JsonSchema = { type: ['string', 'null'], maxLength: limits.name }

const param: JsonSchema = {
  type: 'object',
  properties: {
    key: { type: 'string', minLength: 1, maxLength: limits.name },
    label: { type: 'string', minLength: 1, maxLength: limits.name },
    type: { type: 'string', enum: ['string', 'enum', 'team', 'boolean'] },
    required: { type: 'boolean' },
    default: text,
    helpText: { type: ['string', 'null'], maxLength: limits.description },
    options: {
      type: ['array', 'null'],
      items: { type: 'string', maxLength: limits.name },
      maxItems: limits.items,
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
  verbs,
  fields: {
    ...identity(),
    name: field.text({ about: 'What people call it.', nullable: true }),
    description,
    tags,
    templateRepo: field.json<TemplateRepo>()(
      { type: 'object', properties: { owner: text, repo: text }, additionalProperties: false },
      { about: 'Where it lives.', default: { owner: null, repo: null } },
    ),
    targetEntityKind: field.oneOf(entityKindNames, { about: 'What it makes.', nullable: true }),
    parameters: field.json<readonly ScaffoldParam[]>()(arrayOf(param, limits.items), {
      about: 'What it asks.',
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
