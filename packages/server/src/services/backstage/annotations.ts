import { httpUrl, repositoryOf, sourceUrl } from './addresses.ts'
import { annotationOf, type Entity } from './entity.ts'
import { isPlain } from './values.ts'

/** A page that an annotation names. */
export interface AnnotatedLink {
  readonly annotation: string
  readonly title: string
  readonly type: string
  readonly url: string
}

/** The pages that an entity's annotations name, if they are URLs. */
export function linksIn(entity: Entity): readonly AnnotatedLink[] {
  return linkAnnotations.flatMap(({ annotation, title, type, isLocation }) => {
    // For a component the source location is a field.
    if (annotation === sourceLocation && fieldAnnotations(entity).length > 0) return []
    const value = annotationOf(entity, annotation)
    const url = isLocation ? sourceUrl(entity, annotation) : value && httpUrl(value)
    return url === undefined || url === '' ? [] : [{ annotation, title, type, url }]
  })
}

const sourceLocation = 'backstage.io/source-location'

const linkAnnotations = [
  { annotation: sourceLocation, title: 'Source', type: 'repository', isLocation: true },
  { annotation: 'backstage.io/techdocs-ref', title: 'Documentation', type: 'docs', isLocation: true },
  { annotation: 'grafana/overview-dashboard', title: 'Grafana', type: 'dashboard', isLocation: false },
] as const

const serviceAnnotation = 'pagerduty.com/service-id'

/** The PagerDuty service that knows who is on call. */
export const pagerDutyService = (entity: Entity): string | undefined =>
  scopes[entity.kind] === undefined ? undefined : annotationOf(entity, serviceAnnotation)

/** The scope of an on-call binding for an entity's record. */
export const scopes: Readonly<Record<string, string>> = {
  group: 'team',
  component: 'component',
  resource: 'resource',
}

/** Annotations that became fields of the record itself. */
function fieldAnnotations(entity: Entity): readonly string[] {
  if (entity.kind === 'component') return repositoryOf(entity).annotations
  if (entity.kind === 'template') return [sourceLocation]
  return entity.kind === 'resource' ? ['amazon.com/arn', 'amazonaws.com/arn'] : []
}

/** Where Backstage itself records the origin of an entity. */
const bookkeeping =
  /^backstage\.io\/(managed-by-(origin-)?location|orphan|view-url|edit-url|definition-at-location)$/

/** The names of annotations that were not used, without their values, which may be secrets. */
export function unusedAnnotations(entity: Entity): readonly string[] {
  const taken = new Set([
    ...fieldAnnotations(entity),
    ...linksIn(entity).map(({ annotation }) => annotation),
    ...(pagerDutyService(entity) === undefined ? [] : [serviceAnnotation]),
  ])
  return keysOf(entity.metadata.annotations).filter((key) => !taken.has(key) && !bookkeeping.test(key))
}

export const labelsOf = ({ metadata }: Entity): readonly string[] => keysOf(metadata.labels)

const keysOf = (value: unknown): readonly string[] => (isPlain(value) ? Object.keys(value) : [])
