import type { Handler } from './handler.ts'

/** Resources have no identity besides their state, but hosts ask anyway. */
export const getResourceIdentitySchemas: Handler<'GetResourceIdentitySchemas'> = () => ({})
