import { allOperations, type Operation, routeOf } from '@svc/model'
import { type Addresses, createAddresses } from './addresses.ts'

/** Where the operations of the model are. */
export const operationsAt: Addresses<Operation> = createAddresses()

for (const operation of allOperations) {
  const { method } = operation
  operationsAt.add(method === 'GET' ? ['GET', 'HEAD'] : [method], routeUrl(operation), operation)
}

/** Its parameters as in a table of addresses: `/v1/teams/:id`. */
export function routeUrl(operation: Operation): string {
  return routeOf(operation).replace(/\{(\w+)\}/g, ':$1')
}
