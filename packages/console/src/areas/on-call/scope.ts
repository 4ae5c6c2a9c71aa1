import { kinds } from '@svc/model'

const { target } = kinds.oncallBinding.fields.targetId
const targets = typeof target === 'object' ? Object.entries(target.kinds) : []

/** The scope of bindings for a kind, where it can have its own. */
export const bindingScopeOf = (kindName: string): string | undefined =>
  targets.find(([, name]) => name === kindName)?.[0]
