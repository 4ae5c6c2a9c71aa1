import type { Kinds, Resource } from '@svc/model'

export type ScimToken = Resource<Kinds['scimToken']>
