import { invalid, type QueryFault } from '@svc/model'

/** Says where a query is not understood, and why. */
export const refusal = ({ position, message }: QueryFault) =>
  invalid('query', `is not understood at character ${position}: ${message}`)
