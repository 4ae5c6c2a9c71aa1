import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { promisify } from 'node:util'
import { CatalogError, invalid } from '@svc/model'
import { type Known, obviousBecause } from './obvious-password.ts'

/** OWASP's minimum for argon2id. Stored in each hash, so that it can be raised later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagBytes = 32

export const passwordLimits = { min: 10, max: 200 } as const

const derive = promisify(argon2)

/** In the PHC form that every argon2 library reads: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(hash) ?? []
  const wanted = Buffer.from(tag, 'base64')
  const given = await tagOf(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The number of organisations one address is likely to belong to. */
const checksAtOnce = 3

/**
 * The hashes that the password matches. The work is the same for an unknown address as for one with several
 * memberships, so that timing does not tell them apart.
 */
export async function matchingHashes(
  password: string,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const checks = Math.max(1, Math.ceil(hashes.length / checksAtOnce)) * checksAtOnce
  const inVain = Array.from({ length: checks - hashes.length }, () => tagOf(password, Buffer.alloc(16), cost))
  const [isIt] = await Promise.all([
    Promise.all(hashes.map((hash) => isPassword(password, hash))),
    Promise.all(inVain),
  ])
  return hashes.filter((_, index) => isIt[index])
}

/** Reports each key derivation, which is what takes time here. */
const derivations = channel('svc:password-derivation')

type Cost = { readonly [K in keyof typeof cost]: number }

function tagOf(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  derivations.publish({ memory, passes, parallelism })
  return derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: tagBytes,
  })
}

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Length is what counts; beyond that, only obvious passwords are refused. */
export function checkPassword(password: string, known: Known, field = 'password'): void {
  const { min, max } = passwordLimits
  const length = [...password].length
  if (length < min || length > max) throw invalid(field, `must have ${min} to ${max} characters`)
  const why = obviousBecause(password, known)
  if (why !== undefined) {
    throw invalid(field, `is too easy to guess: ${why}. Use a phrase of several words`)
  }
}

export const wrongPassword = (): CatalogError =>
  new CatalogError('unauthenticated', 'The e-mail address or the password is wrong.')
