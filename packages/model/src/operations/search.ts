import { worded } from '../kind/patterns.ts'
import { allKinds } from '../kinds/index.ts'
import { queryGrammar } from '../query/query-param.ts'
import { maxQuery } from '../query/query-text.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** The maximum length of a search text. */
export const maxSearch = 200

/** How many names one request may ask for. */
export const maxNames = 100

const searched = allKinds.filter(({ search, alsoFoundBy }) => search ?? alsoFoundBy)

const hit = shape.object({
  kind: shape.enum(
    allKinds.map(({ name }) => name),
    { description: 'The kind of record.' },
  ),
  id: shape.text(),
  name: shape.text({ description: 'Its name.' }),
})

const named = shape.extended(
  hit,
  {
    isActive: shape.boolean({
      description: 'Only for members: whether they are active.',
    }),
  },
  { required: [] },
)

const found = shape.extended(hit, {
  ownerTeamId: shape.nullable(shape.text({ description: 'The team that owns it; null if none does.' })),
  ownerTeamName: shape.nullable(shape.text({ description: 'The name of that team.' })),
})

/** A record with its name. */
export type NamedRecord = ValueIn<typeof named>

const example = { kind: 'project', id: 'prj_…', name: 'Checkout' }

export const searchEverything = {
  id: 'searchEverything',
  method: 'GET',
  path: '/search',
  summary: 'Search everything',
  about:
    'Records of every kind that can be searched, a few of each. The words may come in any order, without accents ' +
    'and in any case; the name counts most, then the description, tags, text and whatever else identifies a record: ' +
    'its id, the number of an issue, the e-mail address of a member, the channel of a team. If little is found, ' +
    'one letter of a word may be wrong. Records the credential may not see are left out.',
  group: 'Search',
  scope: 'read',
  query: {
    q: shape.text({
      minLength: 1,
      maxLength: maxSearch,
      pattern: '\\S',
      description: 'The search text. Required unless `query` is given.',
    }),
    query: shape.text({
      maxLength: maxQuery,
      description: `The same with filters in the text: ${queryGrammar} \`is:\` and a kind finds only records of that kind. Kinds that lack one of the keys are left out; without words to look for, the newest of each kind are returned.`,
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
  requiredOneOf: ['q', 'query'],
  success: {
    status: 200,
    about: 'The results, by kind.',
    schema: shape.object(
      {
        results: shape.array(found),
        didYouMean: shape.nullable(
          shape.text({ description: 'The search text as it may have been meant, if it seems mistyped.' }),
        ),
      },
      {
        title: 'SearchResults',
        examples: [
          {
            results: [{ ...example, ownerTeamId: 'team_…', ownerTeamName: 'Payments' }],
            didYouMean: null,
          },
        ],
      },
    ),
  },
} as const satisfies Operation

export const getNames = {
  id: 'getNames',
  method: 'GET',
  path: '/names',
  summary: 'Look up the names of records',
  about:
    'To show names instead of ids, with one request for all of them. An id that does not exist, or that ' +
    'the credential may not see, is left out.',
  group: 'Search',
  scope: 'read',
  query: {
    ids: shape.text({
      minLength: 1,
      maxLength: 8_000,
      pattern: worded(
        '^[\\w.-]{1,200}(,[\\w.-]{1,200})*$',
        'must be ids separated by commas, without spaces',
      ),
      description: `Ids of any kinds, separated by commas, at most ${maxNames}.`,
    }),
  },
  requiredQuery: ['ids'],
  success: {
    status: 200,
    about: 'The names of the records that exist.',
    schema: shape.object({ names: shape.array(named) }, { title: 'Names', examples: [{ names: [example] }] }),
  },
} as const satisfies Operation
