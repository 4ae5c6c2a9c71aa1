import type { Kinds, Resource } from '@svc/model'

export type VaultItem = Resource<Kinds['secret']>
