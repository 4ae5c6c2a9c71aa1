import { kinds } from '@svc/model'

const { target } = kinds.oncallBinding.fields.targetId
const targets = typeof target === 'object' ? Object.entries(target.kinds) : []

/** What a kind is called as the target of a binding, where it can have one of its own. */
export const bindingScopeOf = (kindName: string): string | undefined =>
  targets.find(([, name]) => name === kindName)?.[0]
