import { allKinds, type Kind } from '@svc/model'

const byPrefix = new Map<string, Kind>(allKinds.map((kind) => [kind.idPrefix, kind]))

/** The kind of a record, which its id begins with. */
export const kindOfId = (id: string): Kind | undefined => byPrefix.get(id.slice(0, id.indexOf('_')))
