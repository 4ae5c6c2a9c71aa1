import { oncallFactsOf, oncallProviderNames } from './oncall-providers.ts'

/** Which vault items svc finds by their keywords, and what is in each. */
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
