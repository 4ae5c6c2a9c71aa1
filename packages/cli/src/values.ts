import { anyOf, UsageError } from './failure.ts'

/** Parses values of the command line. */

export function readPort(text: string, source = '--port'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new UsageError(`${source} must be a number from 0 to 65535, not ${JSON.stringify(text)}.`)
}

export function readCount(
  text: string,
  source: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count >= from && count <= to) return count
  throw new UsageError(`${source} must be a whole number from ${from} to ${to}, not ${JSON.stringify(text)}.`)
}

export function readEmail(text: string, source = '--email'): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 200) return text
  throw new UsageError(`${source} must be an address such as ada@example.com, not ${JSON.stringify(text)}.`)
}

/** Without a slash at its end. */
export function readEndpoint(text: string, source = '--endpoint'): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '')
  throw new UsageError(
    `${source} must be an address such as https://svc.example.com, not ${JSON.stringify(text)}.`,
  )
}

export function readName(text: string, source = '--name'): string {
  const name = text.trim()
  if (name.length <= 200) return name
  throw new UsageError(`${source} must have at most 200 characters, not ${name.length}.`)
}

export function readWords<Word extends string>(
  text: string,
  { source, allowed }: { readonly source: string; readonly allowed: readonly Word[] },
): readonly Word[] {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !allowed.some((one) => one === word))
  if (unknown === undefined) return allowed.filter((one) => words.includes(one))
  throw new UsageError(
    `${source} must be one or more of ${anyOf(allowed)}, separated by commas, not ${JSON.stringify(unknown)}.`,
  )
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const

/** A duration from now, or a date. */
export function readExpiry(text: string, now: Date, source = '--expires'): string {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const isDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const time = new Date(unit ? now.getTime() + Number(count) * unitMs[unit as keyof typeof unitMs] : text)
  const isReadable =
    (unit !== undefined || isDate) && !Number.isNaN(time.getTime()) && time.getUTCFullYear() <= 9999
  if (!isReadable) {
    throw new UsageError(
      `${source} must be a duration such as 90d, 12h or 30m, or a date such as 2027-01-31, not ${JSON.stringify(text)}.`,
    )
  }
  if (time > now) return time.toISOString()
  throw new UsageError(`${source} must be in the future, not at ${time.toISOString()}.`)
}
