import { type Kind, kinds } from '@svc/model'
import { newId } from '@svc/server'
import { codeName, makeDescription, makeName } from './names.ts'
import { createRandom, type Random } from './random.ts'
import type { CatalogSize } from './size.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A value that so few records have that a list of them is one page. */
export const rare = { provider: 'neon', kind: 'cdn', tag: 'export-control' } as const

/** A tag of every record that can have tags. */
export const commonTag = 'managed'

/** A word in the names of some thousands of records of a full catalog. */
export const commonWord = 'payment'

/** What the measurements ask about. */
export interface Samples {
  /** Spread over the whole kind. */
  readonly resources: readonly string[]
  /** Half of the domains are patched while the others are read. */
  readonly patchedDomains: readonly string[]
  readonly readDomains: readonly string[]
  /** The teams that own the domains that are read. */
  readonly owners: readonly string[]
  readonly systems: readonly string[]
  /** Each owns many resources; a run that deletes one has one fewer. */
  readonly largeTeams: readonly string[]
  readonly costlyProjects: readonly string[]
  readonly apis: readonly string[]
  /** Words that one resource has in its name. */
  readonly codeNames: readonly string[]
}

export interface Part {
  readonly kind: Kind
  readonly count: number
  make(n: number): Fields
}

export interface Catalog {
  /** In an order in which references point at what is already there. */
  readonly parts: readonly Part[]
  /** Once all parts have been made. */
  samples(): Samples
}

const lifecycles = ['production', 'production', 'production', 'experimental', 'deprecated'] as const
const apiKinds = ['rest', 'rest', 'openapi', 'grpc', 'graphql', 'asyncapi'] as const
const resourceKinds = ['database', 'queue', 'bucket', 'cache', 'secret_store', 'topic', 'function'] as const
const providers = ['aws', 'aws', 'aws', 'gcp', 'azure', 'cloudflare'] as const
const edgeTypes = ['depends_on', 'calls', 'reads_from', 'writes_to', 'consumes_api'] as const
const spanMs = 730 * 86_400_000
const dayMs = 86_400_000
const resourcesPerCodeName = 500
const ownersOfDomains = 50

export function describeCatalog(size: CatalogSize, now: number): Catalog {
  const ids = { teams: list(), domains: list(), systems: list(), projects: list(), apis: list() }
  const resources: string[] = []
  const codeNames: string[] = []
  const ordinary = () => ids.teams.slice(size.largeTeams)
  /** Two groups of teams that own nothing in common. */
  const ownersOf = (half: 0 | 1) => {
    const teams = ordinary()
    const count = Math.min(ownersOfDomains, Math.floor(teams.length / 2))
    return teams.slice(half * count, (half + 1) * count)
  }
  const teamOf = (random: Random) =>
    random.once(8) ? null : ids.teams[size.largeTeams + random.below(size.teams - size.largeTeams)]

  const part = (
    kind: Kind,
    count: number,
    { into, make }: { readonly into?: string[]; make(random: Random, n: number): Fields },
  ): Part => {
    const random = createRandom(kind.name.length * 7919 + count)
    const empty = emptyRecord(kind)
    return {
      kind,
      count,
      make: (n) => {
        const id = newId(kind.idPrefix)
        into?.push(id)
        return { ...empty, ...timesOf(kind, random, { n, count, now }), id, ...make(random, n) }
      },
    }
  }

  const named = (random: Random, n: number) => ({
    name: makeName(random, n),
    description: makeDescription(random),
  })
  const tagged = (random: Random) => ({
    tags: [commonTag, `area-${random.below(40)}`, ...(random.once(50_000) ? [rare.tag] : [])],
  })

  const parts = [
    part(kinds.team, size.teams, { into: ids.teams, make: named }),
    part(kinds.domain, size.domains, {
      into: ids.domains,
      make: (random, n) => ({
        ...named(random, n),
        ...tagged(random),
        ownerTeamId: random.of(ownersOf(n < size.domains / 2 ? 0 : 1)),
      }),
    }),
    part(kinds.project, size.projects, {
      into: ids.projects,
      make: (random, n) => ({
        ...named(random, n),
        ...tagged(random),
        ownerTeamId: teamOf(random),
        lifecycle: random.of(lifecycles),
        type: random.of(['service', 'website', 'library', 'worker']),
        tier: 1 + random.below(4),
        repoUrl: `https://git.example.com/apps/${n}`,
      }),
    }),
    part(kinds.api, size.apis, {
      into: ids.apis,
      make: (random, n) => ({
        ...named(random, n),
        ...tagged(random),
        ownerTeamId: teamOf(random),
        componentId: random.of(ids.projects),
        kind: random.of(apiKinds),
        lifecycle: random.of(lifecycles),
      }),
    }),
    part(kinds.resource, size.resources, {
      into: resources,
      make: (random, n) => {
        const large = Math.floor(n / size.ownedByLarge)
        const { name, description } = named(random, n)
        const isCodeNamed = n % resourcesPerCodeName === 0
        if (isCodeNamed) codeNames.push(codeName(n))
        return {
          ...tagged(random),
          name: isCodeNamed ? `${name} ${codeName(n)}` : name,
          description,
          ownerTeamId: large < size.largeTeams ? ids.teams[large] : teamOf(random),
          componentId: random.once(4) ? random.of(ids.projects) : null,
          kind: random.once(2000) ? rare.kind : random.of(resourceKinds),
          provider: random.once(10_000) ? rare.provider : random.of(providers),
          lifecycle: random.of(lifecycles),
          externalId: `arn:aws:rds:eu-west-1:123456789012:db:${n}`,
        }
      },
    }),
    part(kinds.system, size.systems, {
      into: ids.systems,
      make: (random, n) => ({
        ...named(random, n),
        ...tagged(random),
        ownerTeamId: teamOf(random),
        domainId: random.of(ids.domains),
        lifecycle: random.of(lifecycles),
        componentIds: [...new Set([random.of(ids.projects), random.of(ids.projects)])],
      }),
    }),
    part(kinds.dependency, size.edges, {
      make: (random, n) => {
        // Each project in turn, so that no edge occurs twice.
        const [from, round] = [n % size.projects, Math.floor(n / size.projects)]
        const to = (from * 7 + 1 + random.below(Math.min(1000, size.apis))) % size.apis
        return {
          fromKind: 'component',
          fromId: ids.projects[from],
          toKind: 'api',
          toId: ids.apis[to],
          type: edgeTypes[round % edgeTypes.length],
          criticality: random.once(3) ? 'soft' : 'hard',
        }
      },
    }),
    part(kinds.costEntry, size.costlyProjects * size.costsOfEach, {
      make: (random, n) => {
        const start = Math.floor(now / dayMs) * dayMs - (n % 60) * dayMs
        return {
          appId: ids.projects[n % size.costlyProjects],
          category: `Category ${random.below(19)}`,
          service: `Service ${random.below(300)}`,
          amountCents: 100 + random.below(1000),
          currency: 'USD',
          source: 'auto',
          periodStart: new Date(start).toISOString(),
          periodEnd: new Date(start + dayMs).toISOString(),
        }
      },
    }),
  ]

  return {
    parts,
    samples: () => ({
      resources: spread(resources, 2000),
      patchedDomains: ids.domains.slice(0, ids.domains.length / 2),
      readDomains: ids.domains.slice(ids.domains.length / 2),
      owners: ownersOf(1),
      systems: spread(ids.systems, 100),
      largeTeams: ids.teams.slice(0, size.largeTeams),
      costlyProjects: ids.projects.slice(0, size.costlyProjects),
      apis: spread(ids.apis, 500),
      codeNames: spread(codeNames, 500),
    }),
  }
}

const list = (): string[] => []

const spread = (values: readonly string[], count: number): readonly string[] => {
  const step = Math.max(1, Math.floor(values.length / count))
  return values.filter((_, index) => index % step === 0).slice(0, count)
}

/** Every stored field with what it is when nobody sets it. */
const emptyRecord = (kind: Kind): Fields =>
  Object.fromEntries(
    Object.entries(kind.fields).map(([key, { traits }]) => [key, traits.nullable ? null : traits.default]),
  )

/** Created over two years, in order; changed at any time since. */
function timesOf(
  kind: Kind,
  random: Random,
  { n, count, now }: { readonly n: number; readonly count: number; readonly now: number },
): Fields {
  const created = now - spanMs + Math.floor((n / count) * spanMs)
  const updated = created + random.below(now - created)
  return {
    createdAt: new Date(created).toISOString(),
    ...('updatedAt' in kind.fields && { updatedAt: new Date(updated).toISOString() }),
  }
}
