import type { Migration } from '../migration.ts'

type Sql = Parameters<NonNullable<Migration['fill']>>[0]

interface Use {
  readonly type: string
  readonly host: string | null
}

interface Named extends Use {
  readonly partitionId: string
  readonly keyword: string
}

type Config = Readonly<Record<string, unknown>>

/** Vault items made before uses were kept may be used for what they are configured for now, and nothing else. */
export async function fillUses(sql: Sql): Promise<void> {
  const items = await sql.all('select partition_id, id, keyword from secrets where uses is null')
  if (items.length === 0) return
  const named = [...(await inIntegrations(sql)), ...(await inTrackers(sql)), ...(await inProviders(sql))]
  const byItem = Map.groupBy(named, ({ partitionId, keyword }) => `${partitionId}/${keyword}`)
  for (const { partition_id, id, keyword } of items) {
    const found = [...(byItem.get(`${partition_id}/${keyword}`) ?? []), ...onCall(keyword)]
    const uses = new Map(found.map(({ type, host }) => [`${type}@${host}`, { type, host }]))
    await sql.run('update secrets set uses = ? where partition_id = ? and id = ?', [
      JSON.stringify([...uses.values()]),
      String(partition_id),
      String(id),
    ])
  }
}

/** The keyword of an on-call service's credential is its name. */
const onCall = (keyword: unknown): readonly Use[] =>
  keyword === 'pagerduty' || keyword === 'opsgenie' ? [{ type: keyword, host: null }] : []

async function inIntegrations(sql: Sql): Promise<readonly Named[]> {
  const rows = await sql.all('select partition_id, type, config from integrations where config is not null')
  return rows.flatMap(({ partition_id, type, config }) => {
    const settings = JSON.parse(String(config)) as Config
    const host = hostIn(String(type), settings)
    return keywordsIn(settings).map((keyword) => ({
      partitionId: String(partition_id),
      keyword,
      type: String(type),
      host,
    }))
  })
}

/** Every setting whose name ends so holds the keyword of a vault item, or several. */
function keywordsIn(config: unknown): readonly string[] {
  if (typeof config !== 'object' || config === null) return []
  return Object.entries(config).flatMap(([key, value]) => {
    if (/keywords?$/i.test(key) && typeof value === 'string') return [value]
    if (/keywords$/i.test(key) && Array.isArray(value)) return value.map(String)
    return keywordsIn(value)
  })
}

function hostIn(type: string, config: Config): string | null {
  if (type === 'jira') return hostOf(config.siteUrl)
  if (type === 'observability') return hostOf(config.baseUrl)
  return type === 'vcs' ? vcsHost(config) : null
}

function vcsHost({ provider, host, apiUrl }: Config): string | null {
  if (apiUrl !== undefined) return hostOf(apiUrl)
  const publicHost = provider === 'bitbucket' ? 'bitbucket.org' : `${provider}.com`
  const name = String(host ?? publicHost).toLowerCase()
  const isApart = name === 'github.com' || name === 'bitbucket.org' || name.endsWith('.ghe.com')
  return hostOf(`https://${isApart && provider !== 'gitlab' ? 'api.' : ''}${name}`)
}

async function inTrackers(sql: Sql): Promise<readonly Named[]> {
  const rows = await sql.all('select partition_id, provider, vault_keyword from error_trackers')
  return rows.flatMap(({ partition_id, provider, vault_keyword }) =>
    vault_keyword === null
      ? []
      : [
          {
            partitionId: String(partition_id),
            keyword: String(vault_keyword),
            type: String(provider),
            host: null,
          },
        ],
  )
}

/** Identity providers belong to the organisation; their secrets are in its live vault. */
async function inProviders(sql: Sql): Promise<readonly Named[]> {
  const rows = await sql.all(
    `select live.id as partition_id, identity_providers.oidc from identity_providers
     join partitions home on home.id = identity_providers.partition_id
     join partitions live on live.organisation_id = home.organisation_id and live.role = 'live'
     where identity_providers.oidc is not null`,
  )
  return rows.flatMap(({ partition_id, oidc }) => {
    const {
      clientSecretVaultKeyword: keyword,
      tokenEndpoint,
      discoveryUrl,
    } = JSON.parse(String(oidc)) as Config
    const host = hostOf(tokenEndpoint ?? discoveryUrl)
    return typeof keyword === 'string' && host !== null
      ? [{ partitionId: String(partition_id), keyword, type: 'oidc', host }]
      : []
  })
}

const hostOf = (address: unknown): string | null =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).host : null

export const migration: Migration = {
  id: '0030-vault-uses',
  statements: [
    `alter table secrets add column "uses" text`,
    `alter table secrets add column "uses_open_to" text`,
    // When a value was last handed out or refused, for each use: the log has it once an hour.
    `create table secret_uses (
      partition_id text not null,
      secret_id text not null,
      type text not null,
      host text not null,
      outcome text not null,
      logged_at text not null,
      primary key (partition_id, secret_id, type, host, outcome),
      foreign key (partition_id, secret_id) references secrets (partition_id, id) on delete cascade
    )`,
  ],
  fill: fillUses,
}
