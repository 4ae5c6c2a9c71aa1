import { codeNameOf, type Kind, type Operation } from '@svc/model'
import { questionsAbout } from '../src/catalog/data-sources/operations.ts'
import type { Attributes } from '../src/protocol/schema.ts'
import type { DataSource } from '../src/rpc/provider.ts'
import { example, fenced } from './example.ts'
import { type Page, pageText } from './page.ts'
import { schemaSection } from './schema-section.ts'

export function dataSourcePage(type: string, { schema }: DataSource, about: Kind | Operation): string {
  const page: Page = {
    title: `${type} Data Source - svc`,
    subcategory: about.group,
    description: schema.description,
    parts: [
      `# ${type} (Data Source)`,
      schema.description,
      choice(schema.attributes),
      access(scopeOf(type, about)),
      '## Example Usage',
      fenced('terraform', example(`data-sources/${type}/data-source.tf`)),
      schemaSection(schema.attributes),
    ],
  }
  return pageText(page)
}

/** A record can be looked up in several ways; the other attributes are filled in. */
function choice(attributes: Attributes): string {
  const keys = Object.entries(attributes)
    .filter(([, { presence }]) => presence === 'optional-computed')
    .map(([name]) => `\`${name}\``)
  return keys.length > 1 ? `Set exactly one of ${keys.join(', ')}.` : ''
}

function scopeOf(type: string, about: Kind | Operation): Operation['scope'] | undefined {
  if ('scope' in about) return about.scope
  const { one, several, only } = questionsAbout(about)
  const operation = type === `svc_${codeNameOf(about)}` ? (one ?? only ?? several) : several
  return operation?.scope
}

const access = (scope: Operation['scope'] | undefined): string =>
  scope === 'admin' ? 'Reading needs a personal token with the scope `admin`.' : ''
