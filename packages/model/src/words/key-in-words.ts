import { capital, spelled } from './spelling.ts'

/** Older names in the API, and abbreviations. */
const newNames = new Map(
  Object.entries({
    app: 'project',
    apps: 'projects',
    component: 'project',
    components: 'projects',
    jit: 'just-in-time',
    params: 'parameters',
    uids: 'members',
  }),
)

/** The name of a field or of a part of it: `ssoUrl` reads "SSO URL", `projectKeys` reads "Project keys". */
export const keyInWords = (key: string): string =>
  capital(
    key
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_-]+/)
      .map((word) => newNames.get(word) ?? spelled(word) ?? word)
      .join(' '),
  )
