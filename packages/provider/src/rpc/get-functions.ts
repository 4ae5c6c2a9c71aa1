import type { Handler } from './handler.ts'

/** There are none, but hosts ask anyway. */
export const getFunctions: Handler<'GetFunctions'> = () => ({})
