import { commonTag, rare, type Samples } from '../catalog/contents/records.ts'
import { quietKinds } from '../catalog/quiet-kinds.ts'
import { elsewhere, places, subjects } from '../catalog/contents/words.ts'

/** Something that people ask a large catalog. */
export interface Question {
  readonly name: string
  /** The nth time. */
  path(n: number): string
  /** How many different ones there are: none is asked twice, because a cached answer takes no time. */
  readonly variety: number
  readonly targetMs?: number
  /** Whether an older version may not have it. */
  readonly isNew?: boolean
}

const pages = 100
const manyPages = 900
const searchedPages = 97

/** The first is the quiet one that the others are compared with. */
export function questionsOn({ resources, codeNames, largeTeams, owners }: Samples): readonly Question[] {
  const list = (query: string) => `/v1/resources?${query}`
  /** Pages of about a hundred, of different lengths. */
  const page = (n: number) => `limit=${51 + (n % pages)}`
  /** The same where there are so few that the length makes no difference. */
  const anyPage = (n: number) => `limit=${100 + (n % manyPages)}`
  /** Lengths and texts go round at different paces, so that no question is asked twice. */
  const searchedPage = (n: number) => `limit=${51 + (n % searchedPages)}`
  const pick = (values: readonly string[], n: number) => encodeURIComponent(values[n % values.length] ?? '')
  const searched = [
    { name: 'no match', text: (n: number) => `zqxv${n}` },
    { name: 'one match', text: (n: number) => pick(codeNames, n) },
    { name: 'a common word', text: (n: number) => pick(subjects, n) },
    { name: 'another script', text: (n: number) => pick(elsewhere, n) },
    { name: 'an accented place', text: (n: number) => pick(places, n) },
    { name: 'part of a word', text: (n: number) => pick(subjects, n).slice(1, 4) },
    { name: 'two letters', text: (n: number) => pick(subjects, n).slice(0, 2) },
  ]
  return [
    {
      name: 'read one',
      path: (n) => `/v1/resources/${resources[n % resources.length]}`,
      variety: resources.length,
    },
    { name: 'page of 100', path: (n) => list(page(n)), variety: pages },
    ...searched.map(({ name, text }) => ({
      name: `q=, ${name}`,
      path: (n: number) => list(`${searchedPage(n)}&q=${text(n)}`),
      variety: manyPages,
      targetMs: 15,
    })),
    ...searched.map(({ name, text }) => ({
      name: `/search, ${name}`,
      path: (n: number) => `/v1/search?limit=${8 + (n % 43)}&q=${text(n)}`,
      variety: manyPages,
      targetMs: 15,
    })),
    {
      name: 'audit log by kind, without events',
      path: (n) => `/v1/audit-log?${anyPage(n)}&subjectKind=${quietKinds[n % quietKinds.length]}`,
      variety: manyPages,
      targetMs: 10,
    },
    {
      name: 'audit log by kind, with few events',
      path: (n) => `/v1/audit-log?${page(n)}&subjectKind=${['team', 'domain', 'system'][n % 3]}`,
      variety: pages,
      targetMs: 10,
    },
    {
      name: 'a tag that all have',
      path: (n) => list(`${page(n)}&tag=${commonTag}`),
      variety: pages,
      targetMs: 10,
    },
    {
      name: 'a rare tag',
      path: (n) => list(`${anyPage(n)}&tag=${rare.tag}`),
      variety: manyPages,
      targetMs: 10,
    },
    {
      name: 'sorted, rare filter',
      variety: manyPages,
      path: (n) => list(`${anyPage(n)}&sort=${['-updatedAt', 'name'][n % 2]}&provider=${rare.provider}`),
      targetMs: 10,
    },
    {
      name: 'large owner, rare kind',
      variety: manyPages,
      path: (n) => list(`${anyPage(n)}&kind=${rare.kind}&ownerTeamId=${largeTeams[n % largeTeams.length]}`),
      targetMs: 10,
    },
    {
      name: 'owner and kind',
      variety: manyPages,
      path: (n) => list(`${anyPage(n)}&kind=database&ownerTeamId=${owners[n % owners.length]}`),
      targetMs: 10,
    },
    {
      name: 'facets',
      path: (n) => `/v1/facets?kind=${['resource', 'api', 'system'][n % 3]}`,
      // Alone it is the same answer again and again, from the second time on from a cache.
      variety: 40,
      targetMs: 10,
      isNew: true,
    },
  ]
}
