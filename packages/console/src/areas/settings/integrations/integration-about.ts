import { configurationOnly, type IntegrationType, integrations } from '@svc/model'

/** What each integration is, and what svc uses it for. */
export const integrationAbout = (type: IntegrationType): string => {
  const { about, use } = integrations[type]
  return `${about} ${use ?? configurationOnly}`
}
