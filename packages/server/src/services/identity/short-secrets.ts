import { randomBytes } from 'node:crypto'
import type { Mode } from '@svc/model'
import type { ShortToken } from '../../store/queries/short-tokens.ts'

type Kind = ShortToken['kind']

const words = { program: 'oat', workload: 'wit' } as const satisfies Record<Kind, string>

/** The secret of a token of minutes. */
export const newShortSecret = (kind: Kind, mode: Mode): string =>
  `svc_${words[kind]}_${mode}_${randomBytes(24).toString('hex')}`

const pattern = /^svc_(?:oat|wit)_(?:live|test)_[0-9a-f]{48}$/

export const isShortSecret = (secret: string): boolean => pattern.test(secret)
