import {
  attributeNameOf,
  type Kind,
  type Pointer,
  pointersTo,
  settingsOperations,
  severalOfKind,
} from '@svc/model'
import type { Resource } from '../src/rpc/provider.ts'
import { example, fenced, wholeExample } from './example.ts'
import { type Page, pageText } from './page.ts'
import { schemaSection } from './schema-section.ts'
import { all } from '../src/catalog/enumerations.ts'

export function resourcePage(type: string, { schema }: Resource, kind: Kind): string {
  const folder = `resources/${type}`
  const page: Page = {
    title: `${type} Resource - svc`,
    subcategory: kind.group,
    description: schema.description,
    parts: [
      `# ${type} (Resource)`,
      schema.description,
      uniqueness(kind),
      '## Example Usage',
      fenced('terraform', example(`${folder}/resource.tf`)),
      schemaSection(schema.attributes),
      '## Deletion',
      settingsOperations(kind) ? undeletable : deletion(kind),
      '## Import',
      importing(wholeExample(`${folder}/import.sh`)),
    ],
  }
  return pageText(page)
}

function uniqueness({ unique, fields }: Kind): string {
  if (!unique) return ''
  const names = unique.map((key) => `\`${attributeNameOf(key, fields[key]?.schema ?? {})}\``)
  return `The combination of ${all(names)} must be unique.`
}

const undeletable =
  'Destroying it changes nothing in svc: the settings stay as they are and are only no longer managed. To undo one, set it before you remove the block.'

/** What happens to others follows from their references. */
function deletion(kind: Kind): string {
  const gone = kindsThat(kind, 'remove')
  const cleared = kindsThat(kind, 'clear')
  const sentences = [
    gone.length > 0 ? `Deleting it also deletes its ${all(gone)}.` : '',
    cleared.length > 0 ? `References from ${all(cleared)} are cleared.` : '',
    kind.softDelete ? 'svc keeps the deleted record and shows it only to administrators who ask for it.' : '',
    'Deleting needs a personal token with the scope `admin`.',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const kindsThat = (kind: Kind, wanted: Pointer['onDelete']): readonly string[] => [
  ...new Set(
    pointersTo(kind)
      .filter(({ onDelete }) => onDelete === wanted)
      .map((pointer) => severalOfKind(pointer.kind)),
  ),
]

/** The import as a block, which can be reviewed and planned, and as a command. */
function importing(command: string): string {
  const [, address, id] = /^tofu import (\S+) (\S+)\n$/.exec(command) ?? []
  if (address === undefined || id === undefined) throw new Error(`This is not an import: ${command}`)
  return `By its id, with a block:

${fenced('terraform', `import {\n  to = ${address}\n  id = "${id}"\n}`)}

or with a command:

${fenced('shell', command)}`
}
