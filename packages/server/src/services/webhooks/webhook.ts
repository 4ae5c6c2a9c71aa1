import type { Kinds, Stored } from '@svc/model'

export type Webhook = Stored<Kinds['webhook']>
