import { serverCapabilities } from './capabilities.ts'
import type { Handler } from './handler.ts'

export const getMetadata: Handler<'GetMetadata'> = ({ resources, dataSources }) => ({
  serverCapabilities,
  resources: Object.keys(resources).map((typeName) => ({ typeName })),
  dataSources: Object.keys(dataSources).map((typeName) => ({ typeName })),
})
