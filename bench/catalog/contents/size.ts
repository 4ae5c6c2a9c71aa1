/** How many records of each kind there are in a catalog of a given size. */
export interface CatalogSize {
  readonly teams: number
  readonly domains: number
  readonly systems: number
  readonly projects: number
  readonly apis: number
  readonly resources: number
  readonly edges: number
  /** Teams that own many resources, and how many each owns. */
  readonly largeTeams: number
  readonly ownedByLarge: number
  /** Projects with many cost entries, and how many each has. */
  readonly costlyProjects: number
  readonly costsOfEach: number
}

export const fullSize = 940_000

const full: CatalogSize = {
  teams: 2000,
  domains: 2000,
  systems: 20_000,
  projects: 78_000,
  apis: 200_000,
  resources: 638_000,
  edges: 100_000,
  largeTeams: 4,
  ownedByLarge: 13_160,
  costlyProjects: 4,
  costsOfEach: 20_000,
}

/** Enough that there is something to choose from even in the catalog of a test. */
const least = 20

/** The same proportions for any number of records. */
export function sizeOf(records: number): CatalogSize {
  const share = records / fullSize
  const scaled = Object.entries(full).map(([key, count]) => [key, Math.max(least, Math.round(count * share))])
  const { largeTeams, costlyProjects } = full
  return { ...(Object.fromEntries(scaled) as unknown as CatalogSize), largeTeams, costlyProjects }
}

export const recordsOf = ({ teams, domains, systems, projects, apis, resources }: CatalogSize): number =>
  teams + domains + systems + projects + apis + resources
