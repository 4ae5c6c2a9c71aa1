import { entityKindNames, type EntityKind } from '@svc/model'
import type { Fields } from '../records/behaviour.ts'
import { githubParts, sourceUrl } from './addresses.ts'
import { annotationOf, type Entity } from './entity.ts'
import type { Mapper } from './mapper.ts'
import { isPlain, listOf, textOf } from './values.ts'

/** What a template asks; svc does not store what it runs. */
export function templateFields(entity: Entity, mapper: Mapper): Fields {
  const { spec, ref } = entity
  if (listOf(spec.steps).length > 0) mapper.note(ref, 'template_steps', `${listOf(spec.steps).length} steps`)
  const parameters = listOf(spec.parameters).flatMap((page) => questionsOn(page, ref, mapper))
  return {
    templateRepo: repoOf(entity),
    targetEntityKind: targetOf(textOf(spec.type)),
    parameters,
  }
}

function repoOf(entity: Entity): Fields | undefined {
  const slug = annotationOf(entity, 'github.com/project-slug')
  const url = slug ? `https://github.com/${slug}` : sourceUrl(entity, 'backstage.io/source-location')
  return url === undefined ? undefined : githubParts(url)
}

/** A template's type is the type of component it creates, unless it names another kind. */
const targetOf = (type: string | undefined): EntityKind | undefined =>
  type === undefined ? undefined : (entityKindNames.find((kind) => kind === type) ?? 'component')

function questionsOn(page: unknown, ref: string, { note }: Mapper): readonly Fields[] {
  if (!isPlain(page) || !isPlain(page.properties)) return []
  const required = new Set(listOf(page.required))
  return Object.entries(page.properties).flatMap(([key, schema]) => {
    const question = isPlain(schema) ? questionOf(key, schema, required.has(key)) : undefined
    if (question === undefined) note(ref, 'template_parameter', key)
    return question === undefined ? [] : [question]
  })
}

function questionOf(key: string, schema: Fields, required: boolean): Fields | undefined {
  const type = typeOf(schema)
  if (type === undefined) return undefined
  const { default: answer } = schema
  const hasAnswer = ['string', 'number', 'boolean'].includes(typeof answer)
  return {
    key,
    label: textOf(schema.title) ?? key,
    type,
    required,
    default: hasAnswer ? String(answer) : null,
    helpText: textOf(schema.description) ?? null,
    options: type === 'enum' ? listOf(schema.enum).map(String) : null,
  }
}

function typeOf(schema: Fields): string | undefined {
  const picker = textOf(schema['ui:field'])
  if (picker === 'OwnerPicker') return 'team'
  if (Array.isArray(schema.enum)) return 'enum'
  if (schema.type === 'boolean') return 'boolean'
  return ['string', 'number', 'integer'].includes(String(schema.type)) ? 'string' : undefined
}
