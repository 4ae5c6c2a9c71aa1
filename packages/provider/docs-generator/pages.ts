import { globSync } from 'node:fs'
import { allKinds, codeNameOf, type Kind, pluralCodeNameOf } from '@svc/model'
import { reports } from '../src/catalog/data-sources/report.ts'
import type { Provider } from '../src/rpc/provider.ts'
import { dataSourcePage } from './data-source-page.ts'
import { resourcePage } from './resource-page.ts'
import { templatePage, templatesFolder } from './template-page.ts'

/** Every page of the provider's documentation, by its path. */
export function pagesOf({ schema, resources, dataSources }: Provider): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  for (const path of globSync('**/*.md', { cwd: templatesFolder }))
    pages.set(path, templatePage(path, schema))
  for (const [type, resource] of Object.entries(resources)) {
    pages.set(`resources/${fileName(type)}`, resourcePage(type, resource, kindOf(type)))
  }
  for (const [type, dataSource] of Object.entries(dataSources)) {
    pages.set(
      `data-sources/${fileName(type)}`,
      dataSourcePage(type, dataSource, reports[type]?.operation ?? kindOf(type)),
    )
  }
  return pages
}

const fileName = (type: string): string => `${type.replace(/^svc_/, '')}.md`

function kindOf(type: string): Kind {
  const kind = allKinds.find((one) => [codeNameOf(one), pluralCodeNameOf(one)].includes(type.slice(4)))
  if (!kind) throw new Error(`No kind is called ${type} in code.`)
  return kind
}
