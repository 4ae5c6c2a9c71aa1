import type { Kinds, Resource } from '@svc/model'

export type Domain = Resource<Kinds['ssoDomain']>
