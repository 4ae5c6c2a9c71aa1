import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** Of one request; larger catalogs are imported by the command. */
export const importLimits = {
  bytes: 8 * 1024 * 1024,
  documents: 5_000,
  catalogRecords: 200_000,
  linesShown: 1_000,
  notesShown: 5,
} as const

const count = (description: string) => shape.integer({ description })

const line = shape.object({
  action: shape.enum(['create', 'update', 'adopt', 'skip'], {
    description: 'Adopt: a record with that name exists, and belongs to the source from now on.',
  }),
  ref: shape.text({ description: 'What the source calls it, such as component:default/checkout.' }),
  kind: shape.nullable(shape.text()),
  id: shape.nullable(shape.text({ description: 'Null for what does not exist yet.' })),
  name: shape.nullable(shape.text()),
  fields: shape.array(shape.text(), { description: 'The fields that are written.' }),
  why: shape.nullable(shape.text({ description: 'Why it is skipped, or adopted.' })),
  location: shape.nullable(shape.text({ description: 'Where it was found, for what is skipped.' })),
})

const loss = shape.object({
  loss: shape.text(),
  about: shape.text({ description: 'What svc has no place for.' }),
  count: count('How many there are.'),
  notes: shape.array(shape.object({ ref: shape.text(), what: shape.text() }), {
    description: `The first ${importLimits.notesShown}.`,
  }),
})

const report = shape.object(
  {
    dryRun: shape.boolean(),
    plan: shape.text({
      description: 'Identifies what would be done: send it as `plan` to have exactly that done, or nothing.',
    }),
    counts: shape.object({
      create: count('New records.'),
      update: count('Records that change.'),
      adopt: count('Records that exist and belong to the source from now on.'),
      unchanged: count('Records that are as the source says.'),
      skip: count('What cannot be imported.'),
      gone: count(
        'Records that were imported before and are no longer in the source. They are flagged, not deleted.',
      ),
    }),
    lines: shape.array(line, {
      description: `What is done, the first ${importLimits.linesShown}; the counts are complete.`,
    }),
    losses: shape.array(loss, { description: 'What is left out of what is imported.' }),
    gone: shape.array(shape.text(), { description: 'References of what is gone, the first of them.' }),
  },
  { title: 'ImportReport' },
)

export type ImportReport = ValueIn<typeof report>

const example = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'checkout' },
  spec: { type: 'service', lifecycle: 'production', owner: 'payments' },
}

export const importBackstage = {
  id: 'importBackstage',
  method: 'POST',
  path: '/imports/backstage',
  summary: 'Import Backstage entities',
  about:
    'Works out what would be done; with `dryRun: false` it is done. Takes entities as JSON, as they are in catalog ' +
    'files or as Backstage’s own API lists them. Repeated imports from the same source update what was imported ' +
    'before. Locations are not followed.',
  group: 'Import',
  scope: 'admin',
  maxBodyBytes: importLimits.bytes,
  body: shape.object(
    {
      source: shape.text({
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
        description: 'A name for where they come from, the same each time.',
      }),
      documents: shape.array(
        shape.object({
          location: shape.text({ maxLength: 1_000, description: 'The file it was found in.' }),
          entity: { type: 'object', description: 'The entity as Backstage describes it.' },
        }),
        { minItems: 1, maxItems: importLimits.documents },
      ),
      isComplete: shape.boolean({
        default: false,
        description: 'Whether these are all of the source: only then is what is missing flagged as gone.',
      }),
      dryRun: shape.boolean({ default: true, description: 'Whether nothing is changed.' }),
      plan: shape.text({
        maxLength: 100,
        description: 'The `plan` of a dry run: 409 if something else would be done by now.',
      }),
    },
    { required: ['source', 'documents'], title: 'BackstageImport' },
  ),
  bodyExample: { source: 'catalog', documents: [{ location: 'catalog-info.yaml', entity: example }] },
  success: { status: 200, about: 'What was done, or would be.', schema: report },
  problems: ['version_conflict', 'unavailable'],
} as const satisfies Operation
