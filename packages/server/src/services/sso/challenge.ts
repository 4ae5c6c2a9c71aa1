import { randomBytes } from 'node:crypto'
import { challengeLabel, type Kinds, type Stored } from '@svc/model'

export type SsoDomain = Stored<Kinds['ssoDomain']>
export type VerificationMethod = SsoDomain['verificationMethod']

/** What is to be published, and where. */
export interface Challenge {
  readonly verificationLocation: string
  /** Null if nothing is published. */
  readonly verificationValue: string | null
}

const word = 'svc-domain-verification'

/** 160 bits, which fit into one label of a DNS name. */
const newToken = (): string => randomBytes(20).toString('hex')

const inDns = (domain: string): string => `${challengeLabel}.${domain}`

/**
 * Whoever reads the mail of its postmaster speaks for a domain: every domain that takes mail must have that address
 * (RFC 5321), and nobody hands it out to others.
 */
export const mailboxOf = (domain: string): string => `postmaster@${domain}`

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
  // Its secret is in the mail alone.
  email_link: (domain) => ({ verificationLocation: mailboxOf(domain), verificationValue: null }),
} satisfies Record<VerificationMethod, (domain: string, token: string) => Challenge>

/** The initial state of a domain: a new value has to be published. */
export function unverified(
  domain: string,
  method: VerificationMethod,
  { at, firstCheckAt }: { readonly at: string; readonly firstCheckAt: string },
): Partial<SsoDomain> {
  return {
    ...challenges[method](domain, newToken()),
    verificationStatus: 'pending',
    verifiedAt: null,
    verificationMessage: null,
    lastCheckedAt: null,
    challengedAt: at,
    provenAt: null,
    missedChecks: 0,
    linkDigest: null,
    linkEndsAt: null,
    nextCheckAt: firstCheckAt,
  }
}
