import { annotationOf, type Entity } from './entity.ts'
import { InlineDefinition } from './kept.ts'
import type { Mapper } from './mapper.ts'
import { shorten } from './mapper.ts'
import { isPlain, textOf } from './values.ts'

interface Repository {
  readonly fields: { readonly githubUrl?: string; readonly repoUrl?: string }
  /** The annotation it came from. */
  readonly annotations: readonly string[]
}

/** Where a component's source code is, according to its annotations. */
export function repositoryOf(entity: Entity): Repository {
  const slug = slugOf(annotationOf(entity, 'github.com/project-slug'))
  if (slug !== undefined) {
    const url = `https://github.com/${slug}`
    return { fields: { githubUrl: url, repoUrl: url }, annotations: ['github.com/project-slug'] }
  }
  const gitlab = slugOf(annotationOf(entity, 'gitlab.com/project-slug'))
  if (gitlab !== undefined) return gitlabRepository(entity, gitlab)
  const source = sourceUrl(entity, 'backstage.io/source-location')
  if (source === undefined) return { fields: {}, annotations: [] }
  const github = githubParts(source)
  const githubUrl = github && `https://github.com/${github.owner}/${github.repo}`
  return {
    fields: { repoUrl: source, ...(githubUrl !== undefined && { githubUrl }) },
    annotations: ['backstage.io/source-location'],
  }
}

/** On gitlab.com, or on the instance that another annotation names. */
function gitlabRepository(entity: Entity, slug: string): Repository {
  const instance = annotationOf(entity, 'gitlab.com/instance')
  const isHost = instance !== undefined && /^[\w.-]+(:\d{1,5})?$/.test(instance)
  return {
    fields: { repoUrl: `https://${isHost ? instance : 'gitlab.com'}/${slug}` },
    annotations: ['gitlab.com/project-slug', ...(isHost ? ['gitlab.com/instance'] : [])],
  }
}

export function githubParts(url: string): { readonly owner: string; readonly repo: string } | undefined {
  const [, owner, repo] = /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)(?:\/|$)/.exec(url) ?? []
  return owner === undefined || repo === undefined ? undefined : { owner, repo: repo.replace(/\.git$/, '') }
}

/** The URL in a location annotation, `url:https://…`, if it has one. */
export function sourceUrl(entity: Entity, annotation: string): string | undefined {
  const value = annotationOf(entity, annotation)
  if (value === undefined || !value.startsWith('url:')) return undefined
  return httpUrl(value.slice('url:'.length))
}

/** The URL of an API's definition, if it has one: svc fetches it from there on demand. */
export function specUrlOf(entity: Entity, { note }: Mapper): string | undefined {
  const { definition } = entity.spec
  const place = substitutedFrom(definition)
  if (place === undefined) {
    if (definition instanceof InlineDefinition)
      note(entity.ref, 'inline_definition', `${definition.length} characters`)
    return undefined
  }
  const base = httpUrl(entity.location) ?? sourceUrl(entity, 'backstage.io/managed-by-location') ?? undefined
  const url = httpUrl(place, base)
  if (url === undefined) note(entity.ref, 'local_definition', shorten(place))
  return url
}

/** `{$text: "./openapi.yaml"}`, or another substitution such as `$json`. */
function substitutedFrom(definition: unknown): string | undefined {
  if (!isPlain(definition)) return undefined
  const [[key, value] = []] = Object.entries(definition)
  return key?.startsWith('$') ? textOf(value) : undefined
}

/** Without credentials, which everyone could read in the catalog. */
export function httpUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

const slugOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w.-]+(?:\/[\w.-]+)+$/.test(text) ? text : undefined
