import { commonTag, rare, type Samples } from '../catalog/contents/records.ts'
import { elsewhere, places, subjects } from '../catalog/contents/words.ts'

/** Something that people ask a large catalog. */
export interface Question {
  readonly name: string
  /** The nth time; as many different ones as possible, because a cached answer takes no time. */
  path(n: number): string
  readonly targetMs?: number
  /** Whether an older version may not have it. */
  readonly isNew?: boolean
}

/** The first is the quiet one that the others are compared with. */
export function questionsOn({ resources, codeNames, largeTeams, owners }: Samples): readonly Question[] {
  const list = (query: string) => `/v1/resources?${query}`
  /** Pages of slightly different lengths. */
  const page = (n: number) => `limit=${100 - (n % 50)}`
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
    { name: 'read one', path: (n) => `/v1/resources/${resources[n % resources.length]}` },
    { name: 'page of 100', path: (n) => list(page(n)) },
    ...searched.map(({ name, text }) => ({
      name: `q=, ${name}`,
      path: (n: number) => list(`${page(n)}&q=${text(n)}`),
      targetMs: 15,
    })),
    ...searched.map(({ name, text }) => ({
      name: `/search, ${name}`,
      path: (n: number) => `/v1/search?limit=${8 + (n % 8)}&q=${text(n)}`,
      targetMs: 15,
    })),
    {
      name: 'audit log by kind, a rare one',
      path: (n) => `/v1/audit-log?${page(n)}&subjectKind=${['team', 'domain'][n % 2]}`,
      targetMs: 10,
    },
    {
      name: 'audit log by kind, a frequent one',
      path: (n) => `/v1/audit-log?${page(n)}&subjectKind=${['resource', 'api'][n % 2]}`,
      targetMs: 10,
    },
    { name: 'a tag that all have', path: (n) => list(`${page(n)}&tag=${commonTag}`), targetMs: 10 },
    { name: 'a rare tag', path: (n) => list(`${page(n)}&tag=${rare.tag}`), targetMs: 10 },
    {
      name: 'sorted, rare filter',
      path: (n) => list(`${page(n)}&sort=${['-updatedAt', 'name'][n % 2]}&provider=${rare.provider}`),
      targetMs: 10,
    },
    {
      name: 'large owner, rare kind',
      path: (n) => list(`${page(n)}&kind=${rare.kind}&ownerTeamId=${largeTeams[n % largeTeams.length]}`),
      targetMs: 10,
    },
    {
      name: 'owner and kind',
      path: (n) => list(`${page(n)}&kind=database&ownerTeamId=${owners[n % owners.length]}`),
      targetMs: 10,
    },
    {
      name: 'facets',
      path: (n) => `/v1/facets?kind=${['resource', 'api', 'system'][n % 3]}`,
      targetMs: 10,
      isNew: true,
    },
  ]
}
