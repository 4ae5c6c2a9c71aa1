import type { Handler } from './handler.ts'

/** There are none. Hosts ask all the same. */
export const getFunctions: Handler<'GetFunctions'> = () => ({})
