import type { Handler } from './handler.ts'

/** Resources are known by their state alone. Hosts ask all the same. */
export const getResourceIdentitySchemas: Handler<'GetResourceIdentitySchemas'> = () => ({})
