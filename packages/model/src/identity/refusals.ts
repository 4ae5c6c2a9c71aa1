/**
 * Why a sign-in through an identity provider did not succeed, as far as the person is told. The audit log has the
 * reason; outside, all forged and damaged answers look the same.
 */
export const signInRefusals = {
  provider_unavailable:
    'The identity provider could not be reached. Try again in a moment. If it lasts, tell an admin of your organisation.',
  refused_by_provider:
    'The identity provider did not let you sign in. Ask whoever manages it whether you may use svc.',
  not_allowed:
    'You are not allowed to sign in this way. Ask an admin of your organisation: they can see the reason.',
  invalid_answer:
    'The identity provider’s answer could not be accepted. Try again. If it happens again, ask an admin of your organisation: they can see the reason.',
  expired:
    'Signing in took too long, or the page was opened twice. Start again in one tab, without using the back button.',
} as const

export type SignInRefusal = keyof typeof signInRefusals
