import { oncallFactsOf, oncallProviderNames } from './oncall-providers.ts'
import { barePart } from './upstream.ts'

/** The vault items that svc finds by keyword, and what each contains. */
export const credentialsInWords = (): string =>
  oncallProviderNames
    .flatMap((provider) => {
      const facts = oncallFactsOf(provider)
      if (!facts) return []
      const { name, credential, hasCredentialPerSchedule } = facts
      const bare = barePart(facts)
      const keyword = hasCredentialPerSchedule ? `${provider}-<scheduleId>` : provider
      const parts = Object.entries(credential.fields).map(([key, { about }]) => `  - \`${key}\`: ${about}`)
      const form = bare === undefined ? 'JSON' : `The bare \`${bare}\`, or JSON`
      return [`- \`${keyword}\`: ${name}. ${form} with:`, ...parts]
    })
    .join('\n')
