import { randomBytes } from 'node:crypto'
import { challengeLabel, type Kinds, type Stored } from '@svc/model'

export type SsoDomain = Stored<Kinds['ssoDomain']>
export type VerificationMethod = SsoDomain['verificationMethod']

/** What is to be published, and where. */
export interface Challenge {
  readonly verificationLocation: string
  readonly verificationValue: string
}

const word = 'svc-domain-verification'

/** 160 bits, which fit into one label of a DNS name. */
const newToken = (): string => randomBytes(20).toString('hex')

const inDns = (domain: string): string => `${challengeLabel}.${domain}`

const challenges = {
  dns_txt: (domain, token) => ({
    verificationLocation: inDns(domain),
    verificationValue: `${word}=${token}`,
  }),
  // Its target need not exist, and below .invalid it never will.
  dns_cname: (domain, token) => ({
    verificationLocation: inDns(domain),
    verificationValue: `${token}.${word}.invalid`,
  }),
  http_meta: (domain, token) => ({
    verificationLocation: `https://${domain}/.well-known/${word}`,
    verificationValue: `${word}=${token}`,
  }),
} satisfies Partial<Record<VerificationMethod, (domain: string, token: string) => Challenge>>

/** The initial state of a domain: a new value has to be published. */
export function unverified(
  domain: string,
  method: VerificationMethod,
  { at, firstCheckAt }: { readonly at: string; readonly firstCheckAt: string },
): Partial<SsoDomain> {
  // There is no challenge by e-mail; the kind's own rule refuses it.
  const challenge = method === 'email_link' ? null : challenges[method](domain, newToken())
  return {
    verificationStatus: 'pending',
    verifiedAt: null,
    verificationLocation: challenge?.verificationLocation ?? null,
    verificationValue: challenge?.verificationValue ?? null,
    verificationMessage: null,
    lastCheckedAt: null,
    challengedAt: at,
    provenAt: null,
    missedChecks: 0,
    nextCheckAt: challenge && firstCheckAt,
  }
}
