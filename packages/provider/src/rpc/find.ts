import type { DataSource, Provider, Resource } from './provider.ts'

export function findResource({ resources }: Provider, typeName: string): Resource {
  const resource = Object.hasOwn(resources, typeName) ? resources[typeName] : undefined
  if (!resource) throw new Error(`The provider has no resource type "${typeName}".`)
  return resource
}

export function findDataSource({ dataSources }: Provider, typeName: string): DataSource {
  const dataSource = Object.hasOwn(dataSources, typeName) ? dataSources[typeName] : undefined
  if (!dataSource) throw new Error(`The provider has no data source "${typeName}".`)
  return dataSource
}
