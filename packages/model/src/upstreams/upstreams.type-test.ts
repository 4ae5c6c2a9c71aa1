import type { UpstreamName } from './addresses.ts'
import type { ConfiguredType, IntegrationConfigs } from './integrations.ts'
import type { oncallProviders } from './oncall-providers.ts'
import type { CredentialOf } from './upstream.ts'

/** Nothing here runs: it states what the derived types must be, and the compiler checks it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const check = <_ extends true>(): void => {}

// The type of a configuration follows from its schema.
check<Same<ConfiguredType, 'slack' | 'jira' | 'envSync' | 'observability' | 'deployment' | 'vcs'>>()
check<Same<IntegrationConfigs['observability']['kind'], 'prometheus' | 'grafana'>>()
check<Same<IntegrationConfigs['vcs']['organisation'], string>>()
check<Same<IntegrationConfigs['vcs']['repositories'], readonly string[] | undefined>>()
check<Same<NonNullable<IntegrationConfigs['envSync']['mappings']>[number]['valueKeyword'], string>>()

// @ts-expect-error a token is needed
const incomplete: IntegrationConfigs['jira'] = { siteUrl: 'https://example.com' }
// @ts-expect-error and nothing else is accepted
const strange: IntegrationConfigs['observability'] = { kind: 'grafana', baseUrl: 'x', token: 'y' }

check<Same<CredentialOf<typeof oncallProviders.goalert>['token'], string>>()
check<Same<CredentialOf<typeof oncallProviders.goalert>['baseUrl'], string | undefined>>()
check<Same<keyof CredentialOf<typeof oncallProviders.ical>, 'address'>>()

// A calendar feed has its URL in the vault, so there is none for the operator to set.
check<Same<'ical' extends UpstreamName ? true : false, false>>()
check<Same<'goalert' | 'atlassian' extends UpstreamName ? true : false, true>>()

export { incomplete, strange }
