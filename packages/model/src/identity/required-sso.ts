/** How many could let others in if no provider works: with only one, everyone is locked out when that person is ill. */
export const minBreakGlass = 2

/** Without what SSO cannot be required: in the words of the refusal, and of the warning in a preview. */
export const requiredSsoNeeds = {
  breakGlass: {
    needs: `at least ${minBreakGlass} active admins or owners among breakGlassUids`,
    warning: `Fewer than ${minBreakGlass} active admins or owners have break-glass access.`,
  },
  recentSignIn: {
    needs: 'a sign-in within the last 24 hours through an identity provider that is not disabled',
    warning: 'Nobody has signed in through an identity provider within the last 24 hours.',
  },
  verifiedDomain: { needs: 'a verified domain', warning: 'No domain is verified.' },
} as const

/** What a preview says where a requirement closes no door. */
export const passwordsKeepWorking = 'allowPasswordFallback is true: passwords keep working.'

/** And where whoever knows a password gets in past the requirement. */
export const passwordAlone = (count: number): string =>
  count === 1
    ? 'One of the admins and owners with break-glass access has no second factor: their password alone opens their account.'
    : `${count} of the admins and owners with break-glass access have no second factor: a password alone opens their accounts.`
