import type { OpenSession } from '../../../session/session-calls.ts'

const methods = {
  password: 'Password',
  link: 'Link',
  recovery: 'Link from the operator',
  passkey: 'Passkey',
  oidc: 'Identity provider',
  saml: 'Identity provider',
} as const satisfies Record<OpenSession['method'], string>

const factors = { totp: 'code', passkey: 'passkey', recovery: 'recovery code' } as const

/** How somebody signed in: "Password and code". */
export const methodInWords = ({ method, factor }: Pick<OpenSession, 'method' | 'factor'>): string =>
  factor === null ? methods[method] : `${methods[method]} and ${factors[factor]}`
