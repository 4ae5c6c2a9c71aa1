import { allOperations, routeOf } from '@svc/model'

const routes = Map.groupBy(allOperations, routeOf)
  .entries()
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    isFixed: !path.includes('{'),
    methods: operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }))
  .toArray()
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed))

/** The methods that an address supports; none if there is no such address. */
export const allowedMethods = (path: string): readonly string[] =>
  routes.find(({ pattern }) => pattern.test(path))?.methods ?? []
