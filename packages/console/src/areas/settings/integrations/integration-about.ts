import { configurationOnly, type IntegrationType, integrations } from '@svc/model'

/** What each is, and what svc does with it. */
export const integrationAbout = (type: IntegrationType): string => {
  const { about, use } = integrations[type]
  return `${about} ${use ?? configurationOnly}`
}
