import { worded } from '../kind/patterns.ts'
import { allKinds } from '../kinds/index.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** How long the words of a search may be. */
export const maxSearch = 200

/** How many names one request may ask for. */
export const maxNames = 100

const searched = allKinds.filter(({ search }) => search)

const hit = shape.object({
  kind: shape.enum(
    allKinds.map(({ name }) => name),
    { description: 'What it is.' },
  ),
  id: shape.text(),
  name: shape.text({ description: 'What people call it.' }),
})

const named = shape.extended(
  hit,
  {
    isActive: shape.boolean({
      description: 'Of a member: whether they are active. Of other records there is no such thing.',
    }),
  },
  { required: [] },
)

/** A record with what people call it. */
export type NamedRecord = ValueIn<typeof named>

const example = { kind: 'project', id: 'prj_…', name: 'Checkout' }

export const searchEverything = {
  id: 'searchEverything',
  method: 'GET',
  path: '/search',
  summary: 'Search everything',
  about:
    'Records of every kind that has a search of its own, a few of each: those whose name begins with the words ' +
    'first, then those that have them anywhere. What the credential may not see is left out.',
  group: 'Search',
  scope: 'read',
  query: {
    q: shape.text({
      minLength: 1,
      maxLength: maxSearch,
      pattern: '\\S',
      description: 'What to look for.',
    }),
    kind: shape.enum(
      searched.map(({ name }) => name),
      { description: 'Only records of this kind.' },
    ),
    limit: shape.integer({
      minimum: 1,
      maximum: 50,
      default: 8,
      description: 'Maximum number of records of each kind.',
    }),
  },
  requiredQuery: ['q'],
  success: {
    status: 200,
    about: 'What was found, the kinds in the order of the reference.',
    schema: shape.object(
      { results: shape.array(hit) },
      { title: 'SearchResults', examples: [{ results: [example] }] },
    ),
  },
} as const satisfies Operation

export const getNames = {
  id: 'getNames',
  method: 'GET',
  path: '/names',
  summary: 'Ask what records are called',
  about:
    'For who has ids and wants to show names: one request for all of them. An id that is not there, or that ' +
    'the credential may not see, is left out.',
  group: 'Search',
  scope: 'read',
  query: {
    ids: shape.text({
      minLength: 1,
      maxLength: 8_000,
      pattern: worded(
        '^[\\w.-]{1,200}(,[\\w.-]{1,200})*$',
        'must be ids with commas between, without spaces',
      ),
      description: `Ids of any kinds, with commas between, at most ${maxNames}.`,
    }),
  },
  requiredQuery: ['ids'],
  success: {
    status: 200,
    about: 'The names of those that are there.',
    schema: shape.object({ names: shape.array(named) }, { title: 'Names', examples: [{ names: [example] }] }),
  },
} as const satisfies Operation
