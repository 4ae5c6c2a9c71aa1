import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export interface Message {
  readonly id: string
  readonly body: string
}

/** The headers of the Standard Webhooks specification, with one signature per active secret. */
export function signedHeaders(
  { id, body }: Message,
  { secrets, at }: { readonly secrets: readonly string[]; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
