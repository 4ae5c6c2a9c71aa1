import { passwordsKeepWorking, requiredSsoNeeds } from '@svc/model'
import type { FormField } from '../../../form/form-field.ts'

const needs = Object.keys(requiredSsoNeeds) as readonly (keyof typeof requiredSsoNeeds)[]

/** What SSO cannot be required without. */
export type Need = (typeof needs)[number]

/** What is missing, if that is what a warning says, or an error about `enforcementMode`. */
export const needIn = (text: string): Need | undefined =>
  needs.find((one) => text === requiredSsoNeeds[one].warning || text.includes(requiredSsoNeeds[one].needs))

/** What a warning means for whoever looks at the form, which does not call the fields what the API does. */
export const warningInWords = (warning: string): string =>
  warning === passwordsKeepWorking
    ? 'Passwords keep working, so nobody has to use a provider yet: untick “Passwords still work” above.'
    : warning

const choice = (options: Readonly<Record<string, string>>): FormField['of'] => ({
  type: 'choice',
  options: Object.entries(options).map(([value, label]) => ({ value, label })),
})

/** The fields, as questions that somebody can answer who does not know the API. */
export const plainWords: Readonly<Record<string, Partial<FormField>>> = {
  enforcementMode: {
    label: 'Who must sign in through an identity provider',
    about:
      'To require it, somebody must have signed in through one within the last 24 hours, and two admins or owners must have break-glass access.',
    of: choice({
      disabled: 'Nobody',
      optional: 'Nobody, but everyone may',
      required_verified: 'People in verified domains',
      required_all: 'Everyone',
    }),
  },
  defaultIdentityProviderId: {
    label: 'Default identity provider',
    about: 'Offered first on the sign-in page.',
  },
  allowPasswordFallback: {
    label: 'Passwords still work',
    about: 'Even for people who must use a provider. Untick it once everyone can sign in through theirs.',
  },
  forceJitProvisioning: {
    label: 'New people become members when they first sign in',
    about: 'With every provider, and only if the domain of their address is verified.',
  },
  passwordSessionGracePeriodMinutes: {
    label: 'Sessions opened with a password end after (minutes)',
    about: 'Counted from when people must use a provider. 0 ends them at once.',
  },
  personalTokens: {
    label: 'Access tokens of people who must use a provider',
    about: 'Including the programs that act for them.',
    of: choice({ keep: 'Keep working', revoke: 'Are revoked as soon as it is required' }),
  },
  secondFactor: {
    label: 'Who needs a second factor besides a password',
    about:
      'People who have none must add one when they next sign in. Sign-ins through a provider are exempt.',
    of: choice({ none: 'Nobody', admins: 'Admins and owners', all: 'Everyone' }),
  },
  sessionIdleMinutes: { label: 'Unused sessions end after (minutes)' },
  sessionMaxMinutes: { label: 'All sessions end after (minutes)' },
}
