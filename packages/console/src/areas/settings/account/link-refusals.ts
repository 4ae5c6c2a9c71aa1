import type { SignInRefusal } from '@svc/model'

const refusals = {
  provider_unavailable: 'The identity provider could not be reached. Try again in a moment.',
  refused_by_provider: 'The identity provider did not let you sign in, or you cancelled there.',
  not_allowed:
    'That account at the identity provider belongs to another member here, or you are linked to another one there. Sign in there with your own account; an admin can see the reason.',
  invalid_answer:
    'The identity provider’s answer could not be accepted. Try again. If it happens again, ask an admin: they can see the reason.',
  expired: 'It took too long, or the page was opened twice. Start again in one tab.',
} as const satisfies Record<SignInRefusal, string>

/** Why somebody is back from a provider without a link, as the address says. */
export function linkRefusalShown(): string | undefined {
  const code = new URLSearchParams(window.location.search).get('error')
  if (code === null) return undefined
  return Object.hasOwn(refusals, code) ? refusals[code as SignInRefusal] : 'Nothing was linked. Try again.'
}
