import type { Area } from '../../record/area.ts'

/** Where people let programs act for them. */
export const programsArea: Area = {
  routes: [
    { path: '/device', load: async () => (await import('./device-page.tsx')).DevicePage },
    { path: '/oauth/authorize', load: async () => (await import('./consent-page.tsx')).ConsentPage },
  ],
}
