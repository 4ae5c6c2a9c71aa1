import type { Fields } from '../records/behaviour.ts'
import { isPlain, textOf } from './values.ts'
import { refText } from './refs.ts'

/** A document in Backstage's envelope, and where it was found. */
export interface FoundDocument {
  /** What the import was pointed at: missing entities are tracked for each source separately. */
  readonly source: string
  /** The file or URL it was read from. */
  readonly location: string
  readonly document: unknown
}

export interface Entity {
  readonly ref: string
  /** In lower case, as in references. */
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly metadata: Fields
  readonly spec: Fields
  readonly source: string
  readonly location: string
}

/** A document that cannot be imported, with the best name available for it. */
export interface Unusable {
  readonly ref: string
  readonly source: string
  readonly location: string
  readonly why: string
}

const wordPattern = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/
const maxWord = 63

/** Including its subprojects, such as scaffolder.backstage.io/v1beta3. */
const ofBackstage = /^(?:[\w-]+\.)*backstage\.io\//

export function readEntity({ source, location, document }: FoundDocument): Entity | Unusable {
  const refuse = (ref: string, why: string): Unusable => ({ ref, source, location, why })
  if (!isPlain(document)) return refuse('(document)', 'it is not a Backstage entity: it is not an object')
  const kind = textOf(document.kind)
  const { metadata, spec } = document
  if (kind === undefined || !isPlain(metadata))
    return refuse('(document)', 'it is not a Backstage entity: it has no kind or no metadata')
  const apiVersion = textOf(document.apiVersion)
  const name = textOf(metadata.name)
  const namespace = textOf(metadata.namespace) ?? 'default'
  const called = `${kind.toLowerCase()}:${namespace}/${name ?? '?'}`.slice(0, 200)
  if (apiVersion === undefined || !ofBackstage.test(apiVersion))
    return refuse(
      called,
      apiVersion === undefined
        ? 'it has no apiVersion, such as backstage.io/v1alpha1'
        : `its apiVersion ${apiVersion.slice(0, 80)} is not Backstage’s (backstage.io/…)`,
    )
  if (name === undefined) return refuse(called, 'metadata.name is missing')
  for (const [key, word] of [
    ['name', name],
    ['namespace', namespace],
  ] as const) {
    if (word.length <= maxWord && wordPattern.test(word)) continue
    return refuse(
      called,
      `metadata.${key} must be 1 to ${maxWord} letters and digits with "-", "_" or "." between`,
    )
  }
  if (!wordPattern.test(kind) || kind.length > maxWord) return refuse(called, 'its kind is not a valid name')
  return {
    ref: refText({ kind, namespace, name }),
    kind: kind.toLowerCase(),
    namespace: namespace.toLowerCase(),
    name,
    metadata,
    spec: isPlain(spec) ? spec : {},
    source,
    location,
  }
}

export const isUsable = (read: Entity | Unusable): read is Entity => !('why' in read)

/** What people call it. */
export const titleOf = ({ metadata, name }: Entity): string => textOf(metadata.title) ?? name

export function annotationOf({ metadata }: Entity, key: string): string | undefined {
  const { annotations } = metadata
  return isPlain(annotations) ? textOf(annotations[key]) : undefined
}
