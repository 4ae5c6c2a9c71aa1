import { randomBytes } from 'node:crypto'

/**
 * A value that appears nowhere else; its first four characters may be shown, so they are not searched for.
 */
export const newCanary = (): string => `cnry${randomBytes(18).toString('hex')}`

/** Every form in which a value could have been stored, whatever precedes it. */
function formsOf(canary: string): readonly string[] {
  const tail = canary.slice(4)
  const bytes = Buffer.from(tail)
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  return [tail, ...base64, bytes.toString('hex')]
}

/** Whether a value is in there in any of its forms. */
export function holds(text: Buffer, canary: string): boolean {
  return formsOf(canary).some((form) => text.includes(form))
}
