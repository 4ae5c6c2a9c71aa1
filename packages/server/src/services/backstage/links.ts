import { hash } from 'node:crypto'
import { entityKinds, kinds, limits } from '@svc/model'
import { newId } from '../ids.ts'
import { linksIn } from './annotations.ts'
import { fit } from './fit.ts'
import type { Entity } from './entity.ts'
import type { Mapper } from './mapper.ts'
import { shorten } from './mapper.ts'
import type { State } from './state.ts'
import { isPlain, listOf, textOf } from './values.ts'
import type { DesiredRecord } from './desired-record.ts'
import { linkTypeOf } from './words.ts'

/** Longer URLs are hashed in a key, since an index entry is limited in size. */
const maxUrlLength = 500

/** The pages that entities name in `metadata.links` and in annotations, one per URL. */
export function linksOf(
  entities: readonly Entity[],
  { mapper, state, now }: { readonly mapper: Mapper; readonly state: State; readonly now: Date },
): readonly DesiredRecord[] {
  const there = new Map(
    [...state.all(kinds.link)].map(({ id, entityId, url }) => [`${entityId} ${url}`, String(id)]),
  )
  const desired = new Map<string, DesiredRecord>()
  for (const entity of entities) {
    const target = mapper.target(entity.ref)
    if (!target || !Object.hasOwn(entityKinds, entity.kind)) continue
    for (const link of [...listOf(entity.metadata.links), ...linksIn(entity)]) {
      const url = isPlain(link) ? textOf(link.url) : undefined
      if (!isPlain(link) || url === undefined) continue
      const { url: fitting } = fit(kinds.link, entity.ref, { url }, mapper.note)
      const ref = `link:${entity.ref} ${url.length > maxUrlLength ? hash('sha256', url) : url}`
      if (fitting === undefined || desired.has(ref)) continue
      const id = there.get(`${target.id} ${url}`)
      const title = textOf(link.title) ?? url
      const known = state.rows.get(ref)?.recordId === id
      desired.set(ref, {
        ref,
        kind: kinds.link,
        id: id ?? newId(kinds.link.idPrefix, now),
        how: id === undefined ? 'new' : known ? 'known' : 'adopted',
        name: shorten(title),
        fields: {
          title: [...title].slice(0, limits.name).join(''),
          url,
          type: linkTypeOf([textOf(link.type) ?? '', textOf(link.icon) ?? '']),
          entityKind: entity.kind,
          entityId: target.id,
        },
        fallback: { title: 'Link' },
        source: entity.source,
      })
    }
  }
  return [...desired.values()]
}
