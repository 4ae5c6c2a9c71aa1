import { oncallFactsOf, oncallProviderNames } from './oncall-providers.ts'

/** The vault items that svc finds by keyword, and what each contains. */
export const credentialsInWords = (): string =>
  oncallProviderNames
    .flatMap((provider) => {
      const facts = oncallFactsOf(provider)
      if (!facts) return []
      const { name, credential, hasCredentialPerSchedule } = facts
      const keyword = hasCredentialPerSchedule ? `${provider}-<scheduleId>` : provider
      const parts = Object.entries(credential.fields).map(([key, { about }]) => `  - \`${key}\`: ${about}`)
      return [`- \`${keyword}\`: ${name}. The bare \`${credential.bare}\`, or JSON with:`, ...parts]
    })
    .join('\n')
